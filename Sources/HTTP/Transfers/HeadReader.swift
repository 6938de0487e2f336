/// Collects the headers of the last response: those of `1xx` and proxy responses come before,
/// trailers after the body.
struct HeadReader {
  /// Maximum bytes of all header blocks of a transfer.
  static let byteLimit = 262_144

  private(set) var lines: [HTTPHeader] = []
  private var byteCount = 0
  private var hasEnded = false

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

  private mutating func readField(_ line: [UInt8]) {
    if line.first == 0x20 || line.first == 0x09 { return unfold(line) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = String(validating: line[..<colon], as: UTF8.self),
      let header = HTTPHeader(name: name, value: line[(colon + 1)...])
    else { return }
    lines.append(header)
  }

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
