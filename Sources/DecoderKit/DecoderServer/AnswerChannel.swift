import Base
import CSandbox
import DecoderProtocol
import Glibc
import Imaging
import Synchronization

final class AnswerChannel: Sendable {
  private let channel: Descriptor
  private let isAnnounced = Atomic(false)
  private let pixelCount = Atomic(0)

  init(_ channel: consuming Descriptor) {
    self.channel = channel
  }

  /// Raises the limits of this process and announces the size; only the first call counts.
  func announce(pixelCount: Int) {
    guard !isAnnounced.exchange(true, ordering: .relaxed) else { return }
    self.pixelCount.store(pixelCount, ordering: .relaxed)
    let allowance = DecodingAllowance(pixelCount: pixelCount)
    csb_allow(UInt64(allowance.processorSeconds), UInt64(allowance.memory))
    write(SizeMessage(pixelCount: pixelCount).bytes)
  }

  /// Extends the processor time limit by the allowance of the announced size, starting now.
  func allowMoreTime() {
    let allowance = DecodingAllowance(pixelCount: pixelCount.load(ordering: .relaxed))
    var used = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
    let seconds = used.tv_sec + 1 + allowance.processorSeconds
    csb_allow(UInt64(seconds), UInt64(allowance.memory))
  }

  /// SIGPIPE ends the process if the reader is gone.
  func write(_ bytes: [UInt8]) {
    _ = writeAll(bytes, to: channel.number)
  }

  /// Nothing may be announced afterwards.
  func write(_ answer: PictureAnswer) {
    write(answer.header.bytes)
    if case .success(let picture) = answer { write(picture.bitmap.bytes) }
  }
}
