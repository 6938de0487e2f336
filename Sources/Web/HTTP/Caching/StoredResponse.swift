/// A response as it is kept.
struct StoredResponse: Sendable {
  let key: CacheKey
  let status: Int
  var headers: HTTPHeaders
  /// The lines of the request that the response depends on, as digests.
  let selection: Selection
  /// When the request that brought or confirmed it was made, in seconds since 1970.
  var requestedAt: Int
  /// When its answer was there, in seconds since 1970.
  var receivedAt: Int
  /// Whether it came from a private network.
  let isPeerPrivate: Bool
  let body: HTTPBody

  /// What a `304` says in place of what is known: RFC 9111 section 3.2.
  func confirmed(by headers: HTTPHeaders, requestedAt: Int, receivedAt: Int) -> StoredResponse {
    var confirmed = self
    confirmed.headers.replace(
      by: headers.lines.filter { !Self.ofTheMessage.contains($0.name) })
    confirmed.requestedAt = requestedAt
    confirmed.receivedAt = receivedAt
    return confirmed
  }

  /// Lines that describe one message or its body, and not the response.
  private static let ofTheMessage: Set<String> = [
    "connection", "content-encoding", "content-length", "content-range", "content-type",
    "keep-alive", "proxy-authenticate", "proxy-connection", "te", "trailer", "transfer-encoding",
    "upgrade",
  ]
}
