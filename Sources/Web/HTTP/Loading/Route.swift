internal import ResponseStore

/// The way of a load through redirects, and what it must not lead to.
struct Route {
  /// How many redirects are followed.
  static let redirectLimit = 5

  private(set) var request: HTTPRequest
  private var visited: Set<WebAddress>
  private let mayReachPrivateNetworks: Bool

  init(_ request: HTTPRequest) {
    self.request = request
    visited = [request.address]
    mayReachPrivateNetworks = request.mayReachPrivateNetworks
  }

  /// Goes where a redirect points.
  ///
  /// The lines of the request are for the first origin and go no further; a redirect leads to a
  /// private network only from one.
  /// - Parameters:
  ///   - answer: The redirect.
  ///   - isSigned: Whether the request was signed: Amazon names only the region of a bucket then.
  /// - Throws: Why it does not.
  mutating func follow(_ answer: HopAnswer, isSigned: Bool = false) throws(NetworkError) {
    let next = try target(of: answer, isSigned: isSigned)
    guard next.origin.isSecure || !request.address.origin.isSecure else { throw .insecureRedirect }
    guard visited.insert(next).inserted, visited.count <= Self.redirectLimit + 1 else {
      throw .tooManyRedirects
    }
    if next.origin != request.address.origin { request.headers = HTTPHeaders() }
    // What has been answered there is what is there now: RFC 9110, section 15.4.4.
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
