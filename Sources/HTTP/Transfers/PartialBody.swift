/// The partial body of an interrupted transfer, which can be resumed.
///
/// Only with a strong entity tag: the rest is requested with `If-Range`, and a newer version is
/// sent whole (RFC 9110, sections 13.1.5 and 15.3.7.3).
struct PartialBody: Sendable {
  /// Minimum bytes for storing it: less is loaded again as fast.
  static let minByteCount = 1_000_000

  /// Of the first response; they state the total length.
  let headers: HTTPHeaders
  let body: HTTPBody
  let isPeerPrivate: Bool
  /// Length of the whole body in bytes.
  let total: Int
  private let entityTag: HTTPHeader

  var byteCount: Int { body.byteCount }

  init?(status: Int, headers: HTTPHeaders, body: HTTPBody, isPeerPrivate: Bool) {
    guard status == 200, headers["content-range"] == nil, headers["content-encoding"] == nil,
      headers["accept-ranges"]?.lowercased() != "none",
      let total = headers["content-length"].flatMap({ Int($0) }),
      body.byteCount > 0, body.byteCount < total,
      let entityTag = headers.first("etag"),
      entityTag.value.first == UInt8(ascii: "\"")
    else { return nil }
    (self.headers, self.body, self.isPeerPrivate) = (headers, body, isPeerPrivate)
    (self.total, self.entityTag) = (total, entityTag)
  }

  /// With more of the body, which must begin with the present bytes.
  func grown(to body: HTTPBody) -> PartialBody? {
    PartialBody(status: 200, headers: headers, body: body, isPeerPrivate: isPeerPrivate)
  }

  var rangeHeaders: [HTTPHeader] {
    [
      HTTPHeader("range", "bytes=\(byteCount)-"),
      HTTPHeader(name: "if-range", value: entityTag.value),
    ].compactMap { $0 }
  }

  func isContinued(by headers: HTTPHeaders) -> Bool {
    guard let part = headers["content-range"].flatMap({ ContentRange($0) }) else { return false }
    return part.bytes == byteCount..<total && part.total == total
      && headers.first("etag").map { $0 == entityTag } ?? true
  }
}

/// `Content-Range` (RFC 9110, section 14.4), which decides: some servers send it with status 200.
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
