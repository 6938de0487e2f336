/// What all loads of a client have in common.
package struct HTTPConfiguration: Sendable {
  /// How long a transfer may take.
  package var timeouts: HTTPTimeouts
  /// Finds out what goes with requests to some servers; called once, before the first request, and may block.
  package var access: @Sendable () -> ServerAccess
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
  ///   - access: Finds out what goes with requests to some servers; called once, before the first request, and
  ///     may block.
  ///   - proxies: The proxies to ask.
  ///   - trust: Whose certificates are trusted.
  ///   - addressRule: Which addresses are of a private network.
  ///   - isOffline: Whether everything is answered from the response cache alone.
  package init(
    timeouts: HTTPTimeouts = .standard,
    access: @autoclosure @escaping @Sendable () -> ServerAccess = ServerAccess(),
    proxies: ProxyVariables, trust: TrustVariables, addressRule: AddressRule = .standard,
    isOffline: Bool = false
  ) {
    self.timeouts = timeouts
    self.access = access
    self.proxies = proxies
    self.trust = trust
    self.addressRule = addressRule
    self.isOffline = isOffline
  }
}
