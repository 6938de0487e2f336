package struct ServerAccess: Sendable {
  package var signers: [RequestSigner]
  package var logins: [BoundLogin]
  package var headers: [BoundHeader]
  /// An address of each server that also gets the user's own headers.
  package var servers: [WebAddress]

  package init(
    signers: [RequestSigner] = [], logins: [BoundLogin] = [], headers: [BoundHeader] = [],
    servers: [WebAddress] = []
  ) {
    (self.signers, self.logins, self.headers) = (signers, logins, headers)
    self.servers = servers
  }

  package mutating func add(_ other: ServerAccess) {
    signers += other.signers
    logins += other.logins
    headers += other.headers
    servers += other.servers
  }

  func signature(for address: WebAddress) -> Signature? {
    signers.lazy.compactMap { $0.signature(for: address) }.first
  }

  func lines(for address: WebAddress) -> [HTTPHeader] {
    headers.filter { $0.origin == address.origin }.map(\.header)
  }

  func withLogin(_ address: WebAddress) -> WebAddress {
    guard address.login == nil, let bound = logins.first(where: { $0.origin == address.origin })
    else { return address }
    return address.with(login: bound.login)
  }
}

package struct BoundLogin: Sendable, CustomReflectable {
  let origin: WebOrigin
  let login: Login

  package init(user: String, password: String, for address: WebAddress) {
    login = Login(user: user, password: password)
    origin = address.origin
  }

  /// Keeps the login out of dumps and failed expectations.
  package var customMirror: Mirror { Mirror(self, children: ["host": origin.host]) }
}

package struct UserHeader: Hashable, Sendable {
  let header: HTTPHeader

  /// Parses `Name: value`; nil also for a header that only the client may set.
  package init?(_ line: String) {
    guard let colon = line.firstIndex(of: ":"),
      let header = HTTPHeader(name: line[..<colon], value: line[line.index(after: colon)...].utf8),
      !Self.ownNames.contains(header.name)
    else { return nil }
    self.header = header
  }

  /// Headers that could change the meaning of a request.
  private static let ownNames: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer",
    "range", "if-range", "if-none-match", "if-modified-since", "accept-encoding",
  ]
}

package struct BoundHeader: Hashable, Sendable {
  let origin: WebOrigin
  let header: HTTPHeader

  package init(_ header: UserHeader, for address: WebAddress) {
    self.header = header.header
    origin = address.origin
  }
}
