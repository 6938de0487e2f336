internal import Caching

/// The part of the cache that lies in memory: what was just read or stored, if it is small.
///
/// Callable from any thread. How old a response is does not matter here.
struct ResponseMemory: Sendable {
  let find: @Sendable (CacheKey) -> StoredResponse?
  let keep: @Sendable (StoredResponse) -> Void
  let remove: @Sendable (CacheKey) -> Void
  let removeAll: @Sendable () -> CacheUsage
  let usage: @Sendable () -> CacheUsage

  /// What an entry takes beside its body, in bytes, by a rough guess.
  private static let overhead = 1_000

  /// Makes a part whose budget is in bytes; a tenth of it is the limit for one response.
  init(budget: Int, clock: some Clock<Duration>) {
    let cache = MemoryCache<CacheKey, StoredResponse, _>(
      limits: CacheLimits(cost: budget), expiration: .never, clock: clock)
    find = { cache.value(for: $0) }
    remove = { _ = cache.remove([$0]) }
    removeAll = { cache.removeAll() }
    usage = { cache.usage }
    keep = { response in
      guard case .bytes(let bytes) = response.body else {
        cache.remove([response.key])
        return
      }
      cache.store(response, for: response.key, cost: bytes.count + Self.overhead)
    }
  }
}
