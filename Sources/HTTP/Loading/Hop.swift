/// A request to one address within a chain of redirects; equal ones share one transfer.
struct Hop: Hashable, Sendable {
  let request: HTTPRequest
  let headers: [HTTPHeader]
  let signature: Signature?

  var name: String { request.address.text }

  var key: CacheKey { CacheKey(request.address, range: request.range, question: request.question) }

  /// The cache key of the partial body of an interrupted transfer.
  var begunKey: CacheKey { CacheKey(text: "begun \(request.address.text)") }
  /// Whether an interrupted transfer can be resumed.
  var mayGoOn: Bool {
    request.question == nil && request.range == nil && !request.acceptsCompression
  }

  /// Identifies the user for responses that depend on it; nil for anonymous requests.
  var credentials: String? { signature?.credentials.keyID ?? request.address.login?.credentials }

  var refreshing: Hop {
    var request = request
    request.caching = .revalidate
    return Hop(request: request, headers: headers, signature: signature)
  }
}

enum HopEvent: Sendable {
  case progress(HTTPProgress)
  case answer(Result<HopAnswer, NetworkError>)
}

/// The response to one hop: a success or a redirect.
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

  /// RFC 9110 section 15.4.
  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

  func response(from address: WebAddress) -> HTTPResponse {
    HTTPResponse(
      address: address, status: status, headers: headers, body: body, origin: origin,
      isStale: isStale)
  }
}

extension CacheKey {
  init(_ address: WebAddress, range: Range<Int>? = nil, question: HTTPQuestion? = nil) {
    let part = range.map { " \($0.header)" } ?? ""
    let body = question.map { " \($0.body)" } ?? ""
    self.init(text: "\(question?.method ?? "GET") \(address.text)\(part)\(body)")
  }
}

extension Range<Int> {
  /// The value of `Range` (RFC 9110, section 14.1.2).
  var header: String { "bytes=\(lowerBound)-\(upperBound - 1)" }
}
