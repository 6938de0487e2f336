import DecoderProtocol
import Glibc
import Imaging

/// Parses the untrusted frames of a decoder, as they arrive.
///
/// Reads at most one whole frame ahead of the caller.
struct FrameReader {
  private let request: FramesRequest
  private let refusable: RequestMessage
  /// Resource limits of the child per frame, by the size that it announced.
  private(set) var allowance = DecodingAllowance.base
  private var isAnnounced = false
  private(set) var start: MovingStart?
  private(set) var refusal: PictureError?
  private(set) var end: (count: Int, isComplete: Bool)?

  private var count = 0
  private var record: [UInt8] = []
  private var delay: Duration?
  private var pixels: [UInt8] = []

  init(to request: FramesRequest) {
    self.request = request
    refusable = RequestMessage(box: request.box, fileByteCount: request.fileByteCount)
  }

  var hasFrame: Bool { delay != nil && pixels.count == pixelByteCount }

  mutating func takeFrame() -> MovingFrame? {
    guard hasFrame, let delay, let size = start?.frameSize else { return nil }
    defer { (self.delay, pixels) = (nil, []) }
    return MovingFrame(Bitmap(size: size, bytes: pixels), storedDelay: delay)
  }

  /// Reads what is available, up to the end of a frame; never waits.
  mutating func take(from channel: Int32) -> AnswerReader.Progress {
    let had = start
    while !hasFrame, start == had {
      let missing = missingCount
      // Anything after the end is an error.
      let count =
        delay == nil
        ? receive(max(1, missing), from: channel, into: \.record)
        : receive(missing, from: channel, into: \.pixels)
      if count == 0 { return .ended }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno == EAGAIN ? .open : .ended }
      guard count <= missing, delay != nil || readRecord() else { return .wrong }
    }
    return .open
  }

  private var pixelByteCount: Int { (start?.frameSize.area ?? 0) * 4 }

  private var missingCount: Int {
    if delay != nil { return pixelByteCount - pixels.count }
    guard refusal == nil, end == nil else { return 0 }
    return recordByteCount - record.count
  }

  /// Length of the current record, as far as known.
  private var recordByteCount: Int {
    guard start == nil, record.count >= FrameRecord.byteCount else { return FrameRecord.byteCount }
    return AnswerHeader.byteCount(startingWith: record) ?? MovingStart.byteCount
  }

  private mutating func receive(
    _ count: Int, from channel: Int32, into target: WritableKeyPath<Self, [UInt8]>
  ) -> Int {
    var received = 0
    self[keyPath: target].append(addingCapacity: count) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, initialized in
        received = unsafe recv(channel, buffer.baseAddress, count, Int32(MSG_DONTWAIT))
        initialized = max(0, received)
      }
    }
    return received
  }

  private mutating func readRecord() -> Bool {
    guard record.count >= FrameRecord.byteCount else { return true }
    if start == nil, !isAnnounced, let size = SizeMessage(parsing: record) {
      (isAnnounced, record) = (true, [])
      allowance = DecodingAllowance(pixelCount: size.pixelCount)
      return true
    }
    guard start == nil else { return readFrameRecord() }
    guard record.count == recordByteCount else { return true }
    defer { record = [] }
    start = MovingStart(parsing: record, to: request)
    guard start == nil else { return true }
    guard case .refusal(let reason) = try? AnswerHeader(parsing: record, to: refusable) else {
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
    case .end(count: count, let isComplete) where count > 0:
      end = (count, isComplete)
    default:
      return false
    }
    return true
  }
}
