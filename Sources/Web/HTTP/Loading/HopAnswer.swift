internal import ResponseStore

/// What one address answered: a success or a redirect.
struct HopAnswer: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: HTTPBody
  let origin: HTTPResponse.Origin
  let isStale: Bool
  let isPeerPrivate: Bool

  init(_ stored: StoredResponse, origin: HTTPResponse.Origin, isStale: Bool = false) {
    status = stored.status
    headers = stored.headers
    body = stored.body
    self.origin = origin
    self.isStale = isStale
    isPeerPrivate = stored.isPeerPrivate
  }

  /// Whether it leads to another address: RFC 9110 section 15.4.
  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The answer as it is handed out.
  func response(from address: WebAddress) -> HTTPResponse {
    HTTPResponse(
      address: address, status: status, headers: headers, body: body, origin: origin,
      isStale: isStale)
  }
}
