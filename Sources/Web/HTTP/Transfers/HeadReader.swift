internal import ResponseStore

/// Collects the lines of the last head that libcurl hands over: those of `1xx` answers and of
/// proxies come before it, trailers behind the body.
struct HeadReader {
  /// The greatest size of all heads of a transfer, in bytes.
  static let byteLimit = 262_144

  private(set) var lines: [HTTPHeader] = []
  private var byteCount = 0
  private var hasEnded = false

  /// Reads one line with its end.
  /// - Throws: `NetworkError.headTooLarge`.
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

  /// Notes a field; a line that is none is passed over, as browsers do.
  private mutating func readField(_ line: [UInt8]) {
    if line.first == 0x20 || line.first == 0x09 { return unfold(line) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = String(validating: line[..<colon], as: UTF8.self),
      let header = HTTPHeader(name: name, value: line[(colon + 1)...])
    else { return }
    lines.append(header)
  }

  /// Joins a folded line to the one before it: RFC 9112 section 5.2.
  private mutating func unfold(_ line: [UInt8]) {
    guard let last = lines.popLast() else { return }
    let value = last.value + [0x20] + HTTPHeader.trimmed(line)
    lines.append(HTTPHeader(name: last.name, value: value) ?? last)
  }

  /// The bytes that the body will have, where the head says so and it comes as it is.
  var expectedByteCount: Int? {
    let headers = HTTPHeaders(lines)
    guard headers["content-encoding"] == nil else { return nil }
    return headers["content-length"].flatMap { Int($0) }
  }
}
