internal import ResponseStore

/// What goes with requests to some servers, and to no others.
package struct ServerAccess: Sendable {
  /// Who signs requests to storage services.
  package var signers: [RequestSigner]
  /// Names and passwords for servers whose addresses come without.
  package var logins: [BoundLogin]
  /// Lines, such as those with a key.
  package var headers: [BoundHeader]
  /// The servers, by an address of each, where the user's own lines go as well.
  package var servers: [WebAddress] = []

  /// Takes what goes with requests; nothing where nothing is said.
  package init(
    signers: [RequestSigner] = [], logins: [BoundLogin] = [], headers: [BoundHeader] = []
  ) {
    (self.signers, self.logins, self.headers) = (signers, logins, headers)
  }

  /// Adds what goes with others.
  package mutating func add(_ other: ServerAccess) {
    signers += other.signers
    logins += other.logins
    headers += other.headers
    servers += other.servers
  }
}

extension ServerAccess {
  /// How a request to an address is signed; nil where it is not.
  func signature(for address: WebAddress) -> Signature? {
    signers.lazy.compactMap { $0.signature(for: address) }.first
  }

  /// The lines for an address.
  func lines(for address: WebAddress) -> [HTTPHeader] {
    headers.filter { $0.origin == address.origin }.map(\.header)
  }

  /// An address with the login for its server, unless it has one.
  func withLogin(_ address: WebAddress) -> WebAddress {
    guard address.login == nil, let bound = logins.first(where: { $0.origin == address.origin })
    else { return address }
    return address.with(bound.login)
  }
}
