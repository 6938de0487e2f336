import Base
import CMallocWatch
import CSandbox
import DecoderProtocol
import Glibc
import Imaging
import Synchronization

/// A decoder child: keeps its descriptors, enters the sandbox, decodes, answers and exits.
enum PictureChild<Work: PictureWork> {
  private static var file: Int32 { 3 }
  private static var answer: Int32 { 4 }
  /// The socket for the seccomp listener, open until the sandbox is entered.
  private static var threads: Int32 { 5 }

  /// Exits without cleanup that belongs to the parent; without `listener` there may be no threads.
  static func run(_ order: borrowing DecodeRequest, in sandbox: Sandbox, listener: Int32?) {
    if case .frames = order.request { csb_allow_any_time() }
    let kept = [order.file.number, order.answer.number] + (listener.map { [$0] } ?? [])
    guard unsafe csb_keep(kept, Int32(kept.count)) == 0,
      sandbox.enter(socket: listener == nil ? -1 : threads)
    else { _exit(1) }
    // Some libraries crash if an allocation is denied, others report a damaged file.
    cmw_exit_on_crash_after_oom(EndMessage.shortageCode)
    let channel = AnswerChannel(Descriptor(taking: answer))
    switch order.request {
    case .picture(let request):
      var picture = ReceivedDescriptor(Descriptor(taking: file), byteCount: request.fileByteCount)
      let result = picture.decode(with: Work(request, onSize: channel.announce))
      channel.write(cmw_was_refused() == 0 ? result : result.afterShortage)
    case .frames(let request):
      var picture = ReceivedDescriptor(Descriptor(taking: file), byteCount: request.fileByteCount)
      play(&picture, for: request, over: channel)
    }
    _exit(0)
  }

  /// Sends frames; blocks while the client does not read them.
  private static func play(
    _ file: inout ReceivedDescriptor, for request: FramesRequest, over channel: AnswerChannel
  ) {
    var count = 0
    do throws(PictureError) {
      var picture = try Work.movingPicture(
        file.wholeBytes(), in: request.box, onSize: channel.announce)
      while let frame = try picture.next() {
        if count == 0 { channel.write(picture.start.bytes) }
        channel.write(FrameRecord.frame(index: count, delay: frame.delay).bytes)
        channel.write(frame.bitmap.bytes)
        count += 1
        channel.allowMoreTime()
      }
      guard count > 0 else { throw .damaged }
      channel.write(FrameRecord.end(count: count, isComplete: cmw_was_refused() == 0).bytes)
    } catch {
      let reason = cmw_was_refused() == 0 ? error : .outOfMemory
      channel.write(
        count > 0
          ? FrameRecord.end(count: count, isComplete: false).bytes
          : PictureAnswer.failure(reason).header.bytes)
    }
  }
}

extension PictureAnswer {
  /// After a denied allocation only complete images and errors found without decoding are valid.
  fileprivate var afterShortage: PictureAnswer {
    switch self {
    case .success(let picture): picture.info.isComplete ? self : .failure(.outOfMemory)
    case .failure(.tooManyPixels), .failure(.noThumbnail), .failure(.unreadable): self
    case .failure: .failure(.outOfMemory)
    }
  }
}

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
