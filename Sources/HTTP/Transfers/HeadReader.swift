/// Collects the headers of the last response: those of `1xx` and proxy responses come before,
/// trailers after the body.
struct HeadReader {
  /// Maximum bytes of all header blocks of a transfer.
  static let byteLimit = 262_144

  private(set) var lines: [HTTPHeader] = []
  private var byteCount = 0
  private var hasEnded = false

  /// Parses a line including its end; throws `NetworkError.headTooLarge`.
  mutating func read(_ line: [UInt8]) throws(NetworkError) {
    byteCount += line.count
    guard byteCount <= Self.byteLimit else { throw .headTooLarge }
    if line.starts(with: "HTTP/".utf8) {
      lines = []
      hasEnded = false
    } else if HTTPHeader.trimmed(line).isEmpty {
      hasEnded = true
    } else if !hasEnded {
      readField(line)
    }
  }

  /// Adds a field; invalid lines are ignored, as in browsers.
  private mutating func readField(_ line: [UInt8]) {
    if line.first == 0x20 || line.first == 0x09 { return unfold(line) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = String(validating: line[..<colon], as: UTF8.self),
      let header = HTTPHeader(name: name, value: line[(colon + 1)...])
    else { return }
    lines.append(header)
  }

  /// Joins a folded line to the previous one (RFC 9112 section 5.2).
  private mutating func unfold(_ line: [UInt8]) {
    guard let last = lines.popLast() else { return }
    let value = last.value + [0x20] + HTTPHeader.trimmed(line)
    lines.append(HTTPHeader(name: last.name, value: value) ?? last)
  }

  /// The length of the body; nil if unknown or encoded.
  var expectedByteCount: Int? {
    let headers = HTTPHeaders(lines)
    guard headers["content-encoding"] == nil else { return nil }
    return headers["content-length"].flatMap { Int($0) }
  }
}
