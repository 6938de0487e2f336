internal import Caching

/// Remembers for a short time what could not be loaded, so that it is not asked for at every turn.
struct FailureMemory: Sendable {
  let find: @Sendable (CacheKey) -> NetworkError?
  let forget: @Sendable (CacheKey) -> Void
  let forgetAll: @Sendable () -> Void
  private let keep: @Sendable (CacheKey, NetworkError, Int) -> Void

  private struct Failure: Sendable {
    let error: NetworkError
    /// When it happened, in seconds since the memory was made.
    let noted: Int
  }

  init(clock: some Clock<Duration>) {
    let cache = MemoryCache<CacheKey, Failure, _>(
      limits: CacheLimits(cost: 10_000, count: 10_000, entryCost: 1), expiration: .never,
      extending: .none, clock: clock)
    let start = clock.now
    let seconds = { @Sendable () in Int(start.duration(to: clock.now) / .seconds(1)) }
    find = { cache.value(for: $0).map { $0.error.later(by: seconds() - $0.noted) } }
    forget = { _ = cache.remove([$0]) }
    forgetAll = { _ = cache.removeAll() }
    keep = { key, error, lifetime in
      cache.store(
        Failure(error: error, noted: seconds()), for: key, cost: 1, expiration: .seconds(lifetime))
    }
  }

  /// Remembers a failure for as long as its kind is likely to last.
  func note(_ error: NetworkError, for key: CacheKey) {
    if let seconds = error.memorySeconds { keep(key, error, seconds) }
  }
}
