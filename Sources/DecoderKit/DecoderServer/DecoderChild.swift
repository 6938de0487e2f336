import Base
import CMallocWatch
import CSandbox
package import DecoderProtocol
import Glibc
import Imaging
import Synchronization

/// Keeps its descriptors, enters the sandbox, decodes, answers and exits.
enum DecoderChild<Work: PictureWork> {
  private static var answer: Int32 { 3 }
  private static var firstFile: Int32 { 4 }
  /// Behind the only file of a picture; the filter lets it be sent over no other (filter.c).
  private static var listener: Int32 { 5 }

  /// Exits without cleanup that belongs to the parent.
  ///
  /// `listener` is the socket for the seccomp listener, open until the sandbox is entered; without
  /// it there may be no threads.
  static func run(_ order: borrowing DecoderOrder, in sandbox: Sandbox, listener: Int32?) {
    if case .frames = order.request { csb_allow_any_time() }
    let files = order.message.descriptors
    let kept = [order.answer.number] + files + (listener.map { [$0] } ?? [])
    guard unsafe csb_keep(kept, Int32(kept.count)) == 0,
      sandbox.enter(socket: listener == nil ? -1 : Self.listener)
    else { _exit(1) }
    if case .metadata(let request) = order.request { answerMetadata(request) }
    // Some libraries crash if an allocation is denied, others report a damaged file.
    cmw_exit_on_crash_after_oom(EndMessage.shortageCode)
    let channel = AnswerChannel(Descriptor(taking: answer))
    let file = Descriptor(taking: firstFile)
    switch order.request {
    case .picture(let request):
      let received = ReceivedFile(file, byteCount: request.fileByteCount)
      let work = Work(request, onSize: channel.announce)
      let result =
        request.isWide
        ? WideColors.decode { received.decode(with: work) } : received.decode(with: work)
      channel.write(cmw_was_refused() == 0 ? result : result.afterShortage)
    case .frames(let request):
      let received = ReceivedFile(file, byteCount: request.fileByteCount)
      play(received, in: request.box, over: channel)
    case .archive(let request):
      ArchiveAnswer { writeAll($0, to: Self.answer) == nil }.write(request.task, of: file.number)
    case .metadata: break
    }
    _exit(0)
  }

  /// Answers file by file and exits, without a codec or thread.
  ///
  /// A malicious file could only forge answers for later files.
  private static func answerMetadata(_ request: MetadataRequest) -> Never {
    for (number, byteCount) in zip(firstFile..., request.fileByteCounts) {
      let file = ReceivedFile(Descriptor(taking: number), byteCount: byteCount)
      let result = Work.metadata(for: request.scope, byteCount: byteCount, read: file.read)
      let answer = MetadataAnswer(
        file.failure == 0 ? result : .failure(.unreadable(errno: file.failure)))
      if writeAll(answer.bytes, to: Self.answer) != nil { break }
    }
    _exit(0)
  }

  /// Sends frames; blocks while the client does not read them.
  private static func play(
    _ file: ReceivedFile, in box: PixelSize, over channel: AnswerChannel
  ) {
    var count = 0
    do throws(PictureError) {
      var picture = try Work.movingPicture(of: file, in: box, onSize: channel.announce)
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

/// The file of a request, read as far as needed.
package final class ReceivedFile {
  private let file: Descriptor
  /// Maximum number of bytes to read.
  package let byteCount: Int
  /// The first bytes, as far as they have been read.
  private var bytes: [UInt8] = []
  /// The error number of the first failed `read`; zero for none.
  private(set) var failure: Int32 = 0

  init(_ file: consuming Descriptor, byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  /// Returns fewer bytes at the end of the file, and none after an error.
  package func read(_ count: Int, at offset: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let failure = file.read(count, at: offset, into: &bytes)
    if self.failure == 0 { self.failure = failure }
    return bytes
  }

  /// Decodes the file; reads only its start if that suffices for a thumbnail or an error.
  func decode(with work: some PictureWork) -> PictureAnswer {
    let answer = PictureAnswer { () throws(PictureError) in try picture(by: work) }
    guard failure == 0 else { return .failure(.unreadable(errno: failure)) }
    return answer.map { picture in
      var picture = picture
      picture.info.isMoving = picture.info.isMoving || hasVideo
      return picture
    }
  }

  private var hasVideo: Bool {
    let file = MetadataFile(byteCount: byteCount) { [self] count, offset in
      offset + count <= bytes.count
        ? Array(bytes[offset..<offset + count]) : read(count, at: offset)
    }
    return AppendedVideo.range(in: file) != nil
  }

  private func picture<Work: PictureWork>(by work: Work) throws(PictureError) -> DecodedPicture {
    if let picture = try work.decodeParts(of: self) { return picture }
    let startByteCount = Work.startByteCount
    try read(upTo: startByteCount)
    if startByteCount > 0, bytes.count == startByteCount, byteCount > startByteCount {
      let end = end(Work.endByteCount)
      if let picture = try work.decodeStart(bytes, end: end) { return picture }
      if let mapped = MappedFile(file, byteCount: byteCount),
        let picture = try unsafe work.decode(mapped.bytes, start: bytes)
      {
        return picture
      }
    }
    return try work.decode(wholeBytes())
  }

  package func wholeBytes() throws(PictureError) -> [UInt8] {
    try read(upTo: byteCount)
    return bytes
  }

  private func end(_ count: Int) -> [UInt8] {
    var end: [UInt8] = []
    if count > 0 { _ = file.read(count, at: max(0, byteCount - count), into: &end) }
    return end
  }

  /// Continues reading; stops early if the file has been truncated since it was opened.
  private func read(upTo end: Int) throws(PictureError) {
    // Untouched memory costs nothing, and growing would move the bytes already read.
    bytes.reserveCapacity(byteCount)
    let count = min(end, byteCount) - bytes.count
    let failure = file.read(count, at: bytes.count, into: &bytes)
    guard failure == 0 else { throw .unreadable(errno: failure) }
  }
}

/// Access beyond a new end raises SIGBUS, so only children may use it.
@safe
struct MappedFile: ~Copyable {
  let bytes: UnsafeBufferPointer<UInt8>

  /// Maps and reads the file; nil if it has been truncated or memory is short.
  init?(_ file: borrowing Descriptor, byteCount: Int) {
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0, status.st_size >= byteCount,
      let start = unsafe mmap(
        nil, byteCount, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.number, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    unsafe bytes = UnsafeBufferPointer(
      start: start.bindMemory(to: UInt8.self, capacity: byteCount), count: byteCount)
  }

  deinit {
    unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}
