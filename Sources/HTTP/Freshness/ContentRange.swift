/// `Content-Range` (RFC 9110, section 14.4). Some servers send it with status 200, so the header
/// decides and not the status.
struct ContentRange: Hashable {
  let bytes: Range<Int>
  let total: Int?

  /// Parses a value such as `bytes 0-65535/123456`.
  init?(_ line: String) {
    let words = line.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, ends.count == 2, let first = ends[0], let last = ends[1],
      first >= 0, last >= first, last < .max
    else { return nil }
    total = Int(parts[1])
    guard parts[1] == "*" || total.map({ $0 > last }) == true else { return nil }
    bytes = first..<(last + 1)
  }

  /// Whether a response is the whole, or a prefix of the requested range; nil requests the whole.
  static func suits(
    _ range: Range<Int>?, status: Int, headers: HTTPHeaders, byteCount: Int
  ) -> Bool {
    guard let line = headers["content-range"] else { return status != 206 }
    guard let range, let part = ContentRange(line) else { return false }
    return part.bytes.lowerBound == range.lowerBound && part.bytes.upperBound <= range.upperBound
      && part.bytes.count == byteCount
  }
}
