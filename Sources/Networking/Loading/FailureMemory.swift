internal import Caching

/// Remembers for a short time what could not be loaded, so that it is not asked for at every turn.
struct FailureMemory: Sendable {
  let find: @Sendable (CacheKey) -> NetworkError?
  let forget: @Sendable (CacheKey) -> Void
  let forgetAll: @Sendable () -> Void
  private let keep: @Sendable (CacheKey, NetworkError, Int) -> Void

  init(clock: some Clock<Duration>) {
    let cache = MemoryCache<CacheKey, NetworkError, _>(
      limits: CacheLimits(cost: 10_000, count: 10_000, entryCost: 1), expiration: .never,
      extending: .none, clock: clock)
    find = { cache.value(for: $0) }
    forget = { _ = cache.remove([$0]) }
    forgetAll = { _ = cache.removeAll() }
    keep = { cache.store($1, for: $0, cost: 1, expiration: .seconds($2)) }
  }

  /// Remembers a failure for as long as its kind is likely to last.
  func note(_ error: NetworkError, for key: CacheKey) {
    if let seconds = error.memorySeconds { keep(key, error, seconds) }
  }
}
