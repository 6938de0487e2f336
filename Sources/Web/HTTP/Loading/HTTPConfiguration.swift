/// What all loads of a client have in common.
package struct HTTPConfiguration: Sendable {
  /// How long a transfer may take.
  package var timeouts: HTTPTimeouts
  /// Lines that go with every request to one origin.
  package var boundHeaders: [BoundHeader]
  /// Who signs requests to storage services.
  package var signers: [RequestSigner]
  /// Names and passwords for servers whose addresses come without.
  package var logins: [BoundLogin]
  /// The proxies to ask.
  package var proxies: ProxyVariables
  /// Whose certificates are trusted.
  package var trust: TrustVariables
  /// Which addresses are of a private network.
  package var addressRule: AddressRule
  /// Whether everything is answered from the response cache alone, the stale included.
  package var isOffline: Bool

  /// Sets what all loads have in common.
  /// - Parameters:
  ///   - timeouts: How long a transfer may take.
  ///   - boundHeaders: Lines that go with every request to one origin.
  ///   - signers: Who signs requests to storage services.
  ///   - logins: Names and passwords for servers whose addresses come without.
  ///   - proxies: The proxies to ask.
  ///   - trust: Whose certificates are trusted.
  ///   - addressRule: Which addresses are of a private network.
  ///   - isOffline: Whether everything is answered from the response cache alone.
  package init(
    timeouts: HTTPTimeouts = .standard, boundHeaders: [BoundHeader] = [],
    signers: [RequestSigner] = [], logins: [BoundLogin] = [], proxies: ProxyVariables,
    trust: TrustVariables,
    addressRule: AddressRule = .standard,
    isOffline: Bool = false
  ) {
    self.timeouts = timeouts
    self.boundHeaders = boundHeaders
    self.signers = signers
    self.logins = logins
    self.proxies = proxies
    self.trust = trust
    self.addressRule = addressRule
    self.isOffline = isOffline
  }
}

extension HTTPConfiguration {
  /// How a request to an address is signed; nil where it is not.
  func signature(for address: WebAddress) -> Signature? {
    signers.lazy.compactMap { $0.signature(for: address) }.first
  }

  /// An address with the login for its server, unless it has one.
  func withLogin(_ address: WebAddress) -> WebAddress {
    guard address.login == nil, let bound = logins.first(where: { $0.origin == address.origin })
    else { return address }
    return address.with(bound.login)
  }
}
