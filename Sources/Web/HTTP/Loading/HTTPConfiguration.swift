/// What all loads of a client have in common.
package struct HTTPConfiguration: Sendable {
  /// How long a transfer may take.
  package var timeouts: HTTPTimeouts
  /// Lines that go with every request to one origin.
  package var boundHeaders: [BoundHeader]
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
  ///   - proxies: The proxies to ask.
  ///   - trust: Whose certificates are trusted.
  ///   - addressRule: Which addresses are of a private network.
  ///   - isOffline: Whether everything is answered from the response cache alone.
  package init(
    timeouts: HTTPTimeouts = .standard, boundHeaders: [BoundHeader] = [],
    proxies: ProxyVariables, trust: TrustVariables, addressRule: AddressRule = .standard,
    isOffline: Bool = false
  ) {
    self.timeouts = timeouts
    self.boundHeaders = boundHeaders
    self.proxies = proxies
    self.trust = trust
    self.addressRule = addressRule
    self.isOffline = isOffline
  }
}
