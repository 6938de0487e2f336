/// Credentials that are sent to particular servers only.
package struct ServerAccess: Sendable {
  package var signers: [RequestSigner]
  /// For addresses without a login.
  package var logins: [BoundLogin]
  package var headers: [BoundHeader]
  /// An address of each server that also gets the user's own headers.
  package var servers: [WebAddress] = []

  package init(
    signers: [RequestSigner] = [], logins: [BoundLogin] = [], headers: [BoundHeader] = []
  ) {
    (self.signers, self.logins, self.headers) = (signers, logins, headers)
  }

  package mutating func add(_ other: ServerAccess) {
    signers += other.signers
    logins += other.logins
    headers += other.headers
    servers += other.servers
  }
}

extension ServerAccess {
  func signature(for address: WebAddress) -> Signature? {
    signers.lazy.compactMap { $0.signature(for: address) }.first
  }

  func lines(for address: WebAddress) -> [HTTPHeader] {
    headers.filter { $0.origin == address.origin }.map(\.header)
  }

  /// Adds the login for the server unless the address has one.
  func withLogin(_ address: WebAddress) -> WebAddress {
    guard address.login == nil, let bound = logins.first(where: { $0.origin == address.origin })
    else { return address }
    return address.with(bound.login)
  }
}
