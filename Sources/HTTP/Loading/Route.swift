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

  /// Follows a redirect.
  ///
  /// The request's headers are dropped for another origin; a redirect to a private network is
  /// allowed only from one. `isSigned` is whether the request was signed: Amazon then redirects by
  /// the region of the bucket, without a location.
  mutating func follow(_ answer: HopAnswer, isSigned: Bool = false) throws(NetworkError) {
    let next = try target(of: answer, isSigned: isSigned)
    guard next.origin.isSecure || !request.address.origin.isSecure else { throw .insecureRedirect }
    guard visited.insert(next).inserted, visited.count <= Self.redirectLimit + 1 else {
      throw .tooManyRedirects
    }
    if next.origin != request.address.origin { request.headers = HTTPHeaders() }
    // After a 303 the target is requested with GET (RFC 9110, section 15.4.4).
    if answer.status == 303 { request.question = nil }
    request.mayReachPrivateNetworks = mayReachPrivateNetworks && answer.isPeerPrivate
    request.address = next
  }

  private func target(of answer: HopAnswer, isSigned: Bool) throws(NetworkError) -> WebAddress {
    if let location = answer.headers.lines.first(where: { $0.name == "location" }) {
      return try request.address.resolving(location.value)
    }
    guard isSigned, let region = answer.headers["x-amz-bucket-region"],
      let place = AmazonAddress(request.address)
    else { throw .badRedirect }
    return try place.moved(to: region)
  }
}
