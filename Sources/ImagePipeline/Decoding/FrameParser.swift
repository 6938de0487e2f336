import DecoderProtocol
import Imaging

/// Parses the frames of a moving picture. At most one whole frame is buffered.
struct FrameParser: AnswerParser {
  private let request: FramesRequest
  private let pictureRequest: RequestMessage
  private(set) var allowance = DecodingAllowance.base
  private var hasSize = false
  /// Precedes the first frame.
  private(set) var start: MovingStart?
  /// Instead of frames.
  private(set) var refusal: PictureError?
  /// Follows the last frame.
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

  /// The length of the record that has begun, as far as it is known.
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
