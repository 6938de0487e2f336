/// A request to one address within a chain of redirects; equal ones share one transfer.
struct ResolvedRequest: Hashable, Sendable {
  let request: HTTPRequest
  let headers: [HTTPHeader]
  let signature: Signature?

  var name: String { request.address.text }

  var key: CacheKey { CacheKey(request.address, range: request.range, body: request.body) }

  var partialKey: CacheKey { CacheKey(text: "begun \(request.address.text)") }
  var isResumable: Bool {
    request.body == nil && request.range == nil && !request.acceptsCompression
  }

  /// Identifies the user for responses that depend on it; nil for anonymous requests.
  var credentials: String? { signature?.credentials.keyID ?? request.address.login?.credentials }

  /// Nil for a response that must not be cached.
  func selection(of response: HTTPHeaders) -> Selection? {
    Selection(vary: response.list("vary"), request: headers, credentials: credentials)
  }

  func mayUse(_ response: StoredResponse) -> Bool {
    response.selection.matches(request: headers, credentials: credentials)
  }

  func response(_ stored: StoredResponse, from origin: HTTPResponse.Origin) -> HTTPResponse {
    HTTPResponse(address: request.address, stored: stored, origin: origin)
  }

  var refreshing: ResolvedRequest {
    var request = request
    request.caching = .revalidate
    return ResolvedRequest(request: request, headers: headers, signature: signature)
  }
}

enum HopEvent: Sendable {
  case progress(HTTPProgress)
  case answer(Result<HTTPResponse, NetworkError>)
}

extension CacheKey {
  init(_ address: WebAddress, range: Range<Int>? = nil, body: HTTPRequestBody? = nil) {
    let part = range.map { " \($0.header)" } ?? ""
    let text = body.map { " \($0.text)" } ?? ""
    self.init(text: "\(body?.method ?? "GET") \(address.text)\(part)\(text)")
  }
}

extension Range<Int> {
  /// The value of `Range` (RFC 9110, section 14.1.2).
  var header: String { "bytes=\(lowerBound)-\(upperBound - 1)" }
}

/// The chain of redirects of a load, with its security rules.
struct Route {
  static let redirectLimit = 5

  private(set) var request: HTTPRequest
  private var visited: Set<WebAddress>
  private let mayReachPrivateNetworks: Bool

  init(_ request: HTTPRequest) {
    self.request = request
    visited = [request.address]
    mayReachPrivateNetworks = request.mayReachPrivateNetworks
  }

  /// The request's headers are dropped for another origin; a redirect to a private network is
  /// allowed only from one. `isSigned` is whether the request was signed: Amazon then redirects by
  /// the region of the bucket, without a location.
  mutating func follow(_ answer: HTTPResponse, isSigned: Bool = false) throws(NetworkError) {
    let next = try target(of: answer, isSigned: isSigned)
    guard next.origin.isSecure || !request.address.origin.isSecure else { throw .insecureRedirect }
    guard visited.insert(next).inserted, visited.count <= Self.redirectLimit + 1 else {
      throw .tooManyRedirects
    }
    if next.origin != request.address.origin { request.headers = HTTPHeaders() }
    // After a 303 the target is requested with GET (RFC 9110, section 15.4.4).
    if answer.status == 303 { request.body = nil }
    request.mayReachPrivateNetworks = mayReachPrivateNetworks && answer.stored.isPeerPrivate
    request.address = next
  }

  private func target(of answer: HTTPResponse, isSigned: Bool) throws(NetworkError) -> WebAddress {
    if let location = answer.headers.first("location") {
      return try request.address.resolving(location.value)
    }
    guard isSigned, let region = answer.headers["x-amz-bucket-region"],
      let place = AmazonAddress(request.address)
    else { throw .badRedirect }
    return try place.moved(to: region)
  }
}
