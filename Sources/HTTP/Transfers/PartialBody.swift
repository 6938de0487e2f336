/// The partial body of an interrupted transfer, which can be resumed.
///
/// Only with a strong entity tag: the rest is requested with `If-Range`, and a newer version is
/// sent whole (RFC 9110, sections 13.1.5 and 15.3.7.3).
struct PartialBody: Sendable {
  /// Minimum bytes for storing it: less is loaded again as fast.
  static let leastKept = 1_000_000

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
      let entityTag = headers.lines.first(where: { $0.name == "etag" }),
      entityTag.value.first == UInt8(ascii: "\"")
    else { return nil }
    (self.headers, self.body, self.isPeerPrivate) = (headers, body, isPeerPrivate)
    (self.total, self.entityTag) = (total, entityTag)
  }

  init?(_ kept: StoredResponse) {
    self.init(
      status: kept.status, headers: kept.headers, body: kept.body,
      isPeerPrivate: kept.isPeerPrivate)
  }

  /// With more of the body, which must begin with the present bytes.
  func grown(to body: HTTPBody) -> PartialBody? {
    PartialBody(status: 200, headers: headers, body: body, isPeerPrivate: isPeerPrivate)
  }

  /// Its headers updated by those of the rest (RFC 9110, section 15.3.7.3).
  func headers(with rest: HTTPHeaders) -> HTTPHeaders {
    stored(as: CacheKey(text: ""), Selection(lines: []), requestedAt: 0, receivedAt: 0)
      .confirmed(by: rest, requestedAt: 0, receivedAt: 0).headers
  }

  func stored(
    as key: CacheKey, _ selection: Selection, requestedAt: Int, receivedAt: Int
  ) -> StoredResponse {
    StoredResponse(
      key: key, status: 200, headers: headers, selection: selection, requestedAt: requestedAt,
      receivedAt: receivedAt, isPeerPrivate: isPeerPrivate, body: body)
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
      && headers.lines.first { $0.name == "etag" }.map { $0 == entityTag } ?? true
  }
}
