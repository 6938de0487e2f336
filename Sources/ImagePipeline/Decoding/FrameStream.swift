import Base
package import DecoderProtocol
package import Imaging
import Synchronization

/// The frames of an animated image, decoded on demand in one child.
///
/// The child decodes at most one frame ahead; part of that is buffered in the socket. It is killed
/// when the stream is released. To play again, request a new stream. The stream has no permit;
/// the caller must limit itself to one at a time.
package final class FrameStream: Sendable {
  package let start: MovingStart

  private let call: Mutex<DecoderCall<FrameParser>>

  fileprivate init(_ start: MovingStart, _ call: consuming DecoderCall<FrameParser>) {
    self.start = start
    self.call = Mutex(call)
  }

  /// The next frame; nil after the last one. Blocks; for one thread at a time.
  ///
  /// Once there is no further frame, every call throws the same error.
  package func next(unless cancellation: CancellationSignal) throws(DecodingError) -> MovingFrame? {
    try call.withLock { call -> Result<MovingFrame?, DecodingError> in
      call.read(until: \.hasFrame, unless: cancellation.number)
      if let frame = call.parser.takeFrame() { return .success(frame) }
      return call.error().map(Result.failure) ?? .success(nil)
    }.get()
  }

  /// Whether all frames were there and whole; false before the last one.
  package var isComplete: Bool { call.withLock { $0.parser.end?.isComplete ?? false } }
}

extension DecoderCall where Parser == FrameParser {
  /// Waits for the message before the first frame; nil if the decoder died.
  fileprivate mutating func start(unless cancellation: Int32) throws(DecodingError) -> MovingStart?
  {
    read(until: { $0.start != nil }, unless: cancellation)
    if let start = parser.start { return start }
    guard let error = error() else { throw .wrongAnswer }
    if error == .decoderUnavailable { return nil }
    throw error
  }

  /// Why the call has ended; nil if all frames have come.
  fileprivate func error() -> DecodingError? {
    if let abandoned { return abandoned }
    guard case .reported(let end, _) = ending else { return .decoderUnavailable }
    switch (end, parser.refusal, parser.end) {
    case (.exited(code: 0, _), let reason?, _): return .refused(reason)
    case (.exited(code: 0, _), nil, _?): return nil
    default: return DecodingError(end, within: parser.allowance)
    }
  }
}

extension DecoderClient {
  package func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream {
    let file = try source.opened()
    let format = try file.format()
    guard let role = format.mayEndWithVideo ? .video : format.descriptor.decoder else {
      throw .refused(.unsupported(format.description))
    }
    let request = FramesRequest(box: box, fileByteCount: file.version.byteCount)
    return try call(role, unless: cancellation) {
      process throws(DecodingError) -> FrameStream? in
      var call = try DecoderCall(
        request.bytes, files: [file.number], to: process, parser: FrameParser(request),
        limit: limit)
      guard let start = try call.start(unless: cancellation.number) else { return nil }
      return FrameStream(start, call)
    }
  }
}

/// Parses the frames of a moving picture. At most one whole frame is buffered.
struct FrameParser: AnswerParser {
  private let request: FramesRequest
  private let pictureRequest: RequestMessage
  private(set) var allowance = DecodingAllowance.base
  private var hasSize = false
  private(set) var start: MovingStart?
  private(set) var refusal: PictureError?
  private(set) var end: (count: Int, isComplete: Bool)?

  private var count = 0
  private var record: [UInt8] = []
  private var delay: Duration?
  private var pixels: [UInt8] = []

  init(_ request: FramesRequest) {
    self.request = request
    pictureRequest = RequestMessage(box: request.box, fileByteCount: request.fileByteCount)
  }

  var hasFrame: Bool { delay != nil && pixels.count == pixelByteCount }

  mutating func takeFrame() -> MovingFrame? {
    guard hasFrame, let delay, let size = start?.frameSize else { return nil }
    defer { (self.delay, pixels) = (nil, []) }
    return MovingFrame(Bitmap(size: size, bytes: pixels), storedDelay: delay)
  }

  /// Reads up to the start, or to the end of a frame.
  mutating func read(from socket: Int32) -> AnswerProgress {
    let hadStart = start != nil
    while !hasFrame, (start != nil) == hadStart {
      let missing = missingCount
      // One byte more than the last shows an answer that is too long.
      let count =
        delay == nil
        ? record.receive(max(1, missing), from: socket) : pixels.receive(missing, from: socket)
      if count <= 0 {
        guard let progress = AnswerProgress(received: count) else { continue }
        return progress
      }
      guard count <= missing, delay != nil || readRecord() else { return .invalid }
    }
    return .open
  }

  private var pixelByteCount: Int { (start?.frameSize.area ?? 0) * 4 }

  private var missingCount: Int {
    if delay != nil { return pixelByteCount - pixels.count }
    guard refusal == nil, end == nil else { return 0 }
    return recordByteCount - record.count
  }

  private var recordByteCount: Int {
    guard start == nil, record.count >= FrameRecord.byteCount else { return FrameRecord.byteCount }
    return AnswerHeader.byteCount(startingWith: record) ?? MovingStart.byteCount
  }

  /// Parses a record once it is complete; false where it is invalid.
  private mutating func readRecord() -> Bool {
    guard record.count >= FrameRecord.byteCount else { return true }
    if start == nil, !hasSize, let size = SizeMessage(parsing: record) {
      (hasSize, record) = (true, [])
      allowance = DecodingAllowance(pixelCount: size.pixelCount)
      return true
    }
    guard start == nil else { return readFrameRecord() }
    guard record.count == recordByteCount else { return true }
    defer { record = [] }
    start = MovingStart(parsing: record, to: request)
    guard start == nil else { return true }
    guard case .refusal(let reason) = try? AnswerHeader(parsing: record, to: pictureRequest) else {
      return false
    }
    refusal = reason
    return true
  }

  private mutating func readFrameRecord() -> Bool {
    defer { record = [] }
    switch FrameRecord(parsing: record) {
    case .frame(index: count, let delay):
      count += 1
      self.delay = delay
      pixels.reserveCapacity(pixelByteCount)
    case .end(count: count, let isComplete) where count > 0: end = (count, isComplete)
    default: return false
    }
    return true
  }
}
