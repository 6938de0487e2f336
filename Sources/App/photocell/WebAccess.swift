import HTTP
import ResponseStore

/// What a run asks the web with: one client and one cache for catalogs and pictures alike, so that
/// they share connections, transfers and what is kept.
struct WebAccess {
  /// What loads responses; nothing is connected before the first load.
  let client: HTTPClient
  /// Where they are kept; nothing is opened before the first load.
  let responses: ResponseCache
  /// How large `responses` may become on disk, in bytes.
  let budget: Int
  /// Whether everything is answered from `responses` alone.
  let isOffline: Bool

  /// Puts a client and its cache together.
  /// - Parameters:
  ///   - boundHeaders: Lines that go with every request to one origin.
  ///   - isOffline: Whether nothing may be asked of the network.
  ///   - budget: How large the cache may become on disk, in bytes.
  ///   - onNotice: Told once at most, on any thread, why nothing is kept on disk any more.
  init(
    boundHeaders: [BoundHeader] = [], isOffline: Bool = false,
    budget: Int = Storage.usualResponseBudget,
    onNotice: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    responses = Storage.responses(budget: budget, onNotice: onNotice)
    client = HTTPClient(
      configuration: HTTPConfiguration(
        boundHeaders: boundHeaders, proxies: ProxyVariables(environment: Storage.variable),
        trust: TrustVariables(environment: Storage.variable), isOffline: isOffline),
      cache: responses)
    self.budget = budget
    self.isOffline = isOffline
  }
}
