internal import ResponseStore

/// The first part of a body whose transfer has broken, and what it takes to go on behind it.
///
/// It counts only where the server has named the version strongly: a second part is then asked for with
/// `If-Range`, and a version that has come since is sent whole (RFC 9110, sections 13.1.5 and 15.3.7.3).
struct BegunBody: Sendable {
  /// So much of a body is kept when nobody goes on at once, in bytes: less comes as quickly anew.
  static let leastKept = 1_000_000

  /// The head that came with it, which says how long all of it is.
  let headers: HTTPHeaders
  let body: HTTPBody
  /// Whether it came from an address in a private network.
  let isPeerPrivate: Bool
  /// The bytes that all of it has.
  let total: Int
  private let entityTag: HTTPHeader

  /// How many of them are there.
  var byteCount: Int { body.byteCount }

  /// Takes what has come; nil where nobody could go on behind it.
  init?(status: Int, headers: HTTPHeaders, body: HTTPBody, isPeerPrivate: Bool) {
    guard status == 200, headers["content-range"] == nil, headers["content-encoding"] == nil,
      headers["accept-ranges"]?.lowercased() != "none",
      let total = headers["content-length"].flatMap({ Int($0) }),
      body.byteCount > 0, body.byteCount < total,
      let entityTag = headers.lines.first(where: { $0.name == "etag" }),
      entityTag.value.first == UInt8(ascii: "\"")
    else { return nil }
    self.headers = headers
    self.body = body
    self.isPeerPrivate = isPeerPrivate
    self.total = total
    self.entityTag = entityTag
  }

  /// Takes what has been kept; nil where it is no such part.
  init?(_ kept: StoredResponse) {
    self.init(
      status: kept.status, headers: kept.headers, body: kept.body,
      isPeerPrivate: kept.isPeerPrivate)
  }

  /// The same with more of the body, which begins with what there was.
  func grown(to body: HTTPBody) -> BegunBody? {
    BegunBody(status: 200, headers: headers, body: body, isPeerPrivate: isPeerPrivate)
  }

  /// Its head as that of the rest brings it up to date (RFC 9110, section 15.3.7.3).
  func headers(with rest: HTTPHeaders) -> HTTPHeaders {
    stored(as: CacheKey(text: ""), Selection(lines: []), requestedAt: 0, receivedAt: 0)
      .confirmed(by: rest, requestedAt: 0, receivedAt: 0).headers
  }

  /// The same as it is kept.
  func stored(
    as key: CacheKey, _ selection: Selection, requestedAt: Int, receivedAt: Int
  ) -> StoredResponse {
    StoredResponse(
      key: key, status: 200, headers: headers, selection: selection, requestedAt: requestedAt,
      receivedAt: receivedAt, isPeerPrivate: isPeerPrivate, body: body)
  }

  /// What asks for the rest of this version, or for all of another.
  var question: [HTTPHeader] {
    [
      HTTPHeader("range", "bytes=\(byteCount)-"),
      HTTPHeader(name: "if-range", value: entityTag.value),
    ].compactMap { $0 }
  }

  /// Whether an answer is the rest.
  func isContinued(by headers: HTTPHeaders) -> Bool {
    guard let part = headers["content-range"].flatMap({ ContentRange($0) }) else { return false }
    return part.bytes == byteCount..<total && part.total == total
      && headers.lines.first { $0.name == "etag" }.map { $0 == entityTag } ?? true
  }
}
