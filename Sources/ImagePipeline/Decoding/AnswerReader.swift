import DecoderProtocol
import Glibc
import Imaging

/// Parses the untrusted answer of a decoder, as it arrives.
struct AnswerReader {
  enum Progress {
    case open
    case ended
    /// Not a valid answer to the request, or more than one.
    case wrong
  }

  private let request: RequestMessage
  /// Resource limits of the child, by the size that it announced.
  private(set) var allowance = DecodingAllowance.base
  private var isAnnounced = false
  private var start: [UInt8] = []
  /// Length of the header, once its start is there.
  private var headerByteCount = 0
  private var header: AnswerHeader?
  private var pixels: [UInt8] = []

  init(to request: RequestMessage) {
    self.request = request
  }

  /// Reads what is available; never waits.
  mutating func take(from channel: Int32) -> Progress {
    while true {
      let missing = missingCount
      let count =
        header == nil
        ? receive(missing, from: channel, into: \.start)
        : receive(max(1, missing), from: channel, into: \.pixels)
      if count == 0 { return .ended }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno == EAGAIN ? .open : .ended }
      guard count <= missing, readSize(), readHeader() else { return .wrong }
    }
  }

  /// The answer once the channel has ended; nil if it is incomplete.
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
    // A size message is shorter than an answer, which may follow at once.
    case nil where start.count < SizeMessage.byteCount: SizeMessage.byteCount - start.count
    case nil: headerByteCount - start.count
    case .refusal: 0
    case .picture(let size, _, _, _): size.area * 4 - pixels.count
    }
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

  /// Reads an optional size message; false if there is a second one.
  private mutating func readSize() -> Bool {
    guard header == nil, start.count == SizeMessage.byteCount,
      let size = SizeMessage(parsing: start)
    else { return true }
    guard !isAnnounced else { return false }
    (isAnnounced, start) = (true, [])
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
