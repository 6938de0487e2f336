import DecoderProtocol
import Imaging

/// Parses the answer to a request for one picture: perhaps a size, a header, and the pixels.
struct PictureParser: AnswerParser {
  private let request: RequestMessage
  private(set) var allowance = DecodingAllowance.base
  private var hasSize = false
  private var start: [UInt8] = []
  /// Known once the first bytes of the header are there.
  private var headerByteCount = 0
  private var header: AnswerHeader?
  private var pixels: [UInt8] = []

  init(_ request: RequestMessage) {
    self.request = request
  }

  mutating func read(from socket: Int32) -> AnswerProgress {
    while true {
      let missing = missingCount
      // One byte more than the last shows an answer that is too long.
      let count =
        header == nil
        ? start.receive(missing, from: socket) : pixels.receive(max(1, missing), from: socket)
      if count <= 0 {
        guard let progress = AnswerProgress(received: count) else { continue }
        return progress
      }
      guard count <= missing, readSize(), readHeader() else { return .invalid }
    }
  }

  /// The answer once the socket has ended; nil where a part is missing.
  func answer() -> PictureAnswer? {
    guard let header, missingCount == 0 else { return nil }
    return switch header {
    case .refusal(let reason): .failure(reason)
    case .picture(let size, let isFromThumbnail, let info, let region):
      .success(
        DecodedPicture(
          bitmap: Bitmap(size: size, bytes: pixels), info: info, isFromThumbnail: isFromThumbnail,
          region: region))
    }
  }

  private var missingCount: Int {
    switch header {
    // A size is shorter than a header, which may follow at once.
    case nil where start.count < SizeMessage.byteCount: SizeMessage.byteCount - start.count
    case nil: headerByteCount - start.count
    case .refusal: 0
    case .picture(let size, _, _, _): size.area * 4 - pixels.count
    }
  }

  /// Parses the size that may precede the header; false for a second one.
  private mutating func readSize() -> Bool {
    guard header == nil, start.count == SizeMessage.byteCount,
      let size = SizeMessage(parsing: start)
    else { return true }
    guard !hasSize else { return false }
    (hasSize, start) = (true, [])
    allowance = DecodingAllowance(pixelCount: size.pixelCount)
    return true
  }

  private mutating func readHeader() -> Bool {
    guard header == nil, start.count >= SizeMessage.byteCount else { return true }
    guard let byteCount = AnswerHeader.byteCount(startingWith: start) else { return false }
    headerByteCount = byteCount
    guard start.count == byteCount else { return true }
    header = try? AnswerHeader(parsing: start, to: request)
    if case .picture(let size, _, _, _) = header { pixels.reserveCapacity(size.area * 4) }
    return header != nil
  }
}
