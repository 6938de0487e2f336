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
  /// - Throws: Why it does not.
  mutating func follow(_ answer: HopAnswer) throws(NetworkError) {
    guard let location = answer.headers.lines.first(where: { $0.name == "location" }) else {
      throw .badRedirect
    }
    let next = try request.address.resolving(location.value)
    guard next.origin.isSecure || !request.address.origin.isSecure else { throw .insecureRedirect }
    guard visited.insert(next).inserted, visited.count <= Self.redirectLimit + 1 else {
      throw .tooManyRedirects
    }
    if next.origin != request.address.origin { request.headers = HTTPHeaders() }
    request.mayReachPrivateNetworks = mayReachPrivateNetworks && answer.isPeerPrivate
    request.address = next
  }
}
