import CSandbox
import DecoderMessages
import Glibc
import Imaging
import Synchronization
import System

/// Where a child writes its answer to: once, whole, and in order.
struct AnswerChannel: ~Copyable, Sendable {
  private let channel: Descriptor

  /// Takes the end that was passed with the request.
  init(_ channel: consuming Descriptor) {
    self.channel = channel
  }

  /// Announces the size of the picture.
  borrowing func write(_ size: SizeMessage) {
    write(size.bytes)
  }

  /// Writes an answer; where nobody listens any more the process is ended by SIGPIPE.
  borrowing func write(_ answer: PictureAnswer) {
    write(answer.header.bytes)
    if case .success(let picture) = answer { write(picture.bitmap.bytes) }
  }

  /// Writes a part of an answer.
  borrowing func write(_ bytes: [UInt8]) {
    _ = writeAll(bytes, to: channel.number)
  }
}

/// The channel of an answer, before which a size may be announced once.
final class SizedChannel: Sendable {
  private let channel: AnswerChannel
  private let isAnnounced = Atomic(false)
  private let pixelCount = Atomic(0)

  init(_ channel: consuming AnswerChannel) {
    self.channel = channel
  }

  /// Raises the limits of this process for a picture of so many pixels, and lets the interface know;
  /// all but the first call do nothing.
  func announce(pixelCount: Int) {
    guard !isAnnounced.exchange(true, ordering: .relaxed) else { return }
    self.pixelCount.store(pixelCount, ordering: .relaxed)
    let allowance = DecodingAllowance(pixelCount: pixelCount)
    csb_allow(UInt64(allowance.processorSeconds), UInt64(allowance.memory))
    channel.write(SizeMessage(pixelCount: pixelCount))
  }

  /// Lets this process use as much processor time once more as a picture of the announced size may, from
  /// now on.
  func allowMoreTime() {
    let allowance = DecodingAllowance(pixelCount: pixelCount.load(ordering: .relaxed))
    var used = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
    let seconds = used.tv_sec + 1 + allowance.processorSeconds
    csb_allow(UInt64(seconds), UInt64(allowance.memory))
  }

  /// Writes a part of an answer.
  func write(_ bytes: [UInt8]) {
    channel.write(bytes)
  }

  /// Writes the answer, after which nothing may be announced.
  func write(_ answer: PictureAnswer) {
    channel.write(answer)
  }
}
