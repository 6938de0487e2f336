package import Base

package struct HTTPConfiguration: Sendable {
  package var timeouts: HTTPTimeouts
  /// Credentials by server; called once before the first request, and may block.
  package var access: @Sendable () -> ServerAccess
  package var proxies: ProxyVariables
  package var trust: TLSOptions
  package var addressRule: AddressRule
  /// Whether all responses come from the cache, including stale ones.
  package var isOffline: Bool

  package init(
    timeouts: HTTPTimeouts = .standard,
    access: @autoclosure @escaping @Sendable () -> ServerAccess = ServerAccess(),
    proxies: ProxyVariables, trust: TLSOptions, addressRule: AddressRule = .standard,
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
