import Base
import ExpiringCache

/// The program's cache, with expiration that each hit renews.
struct ProgramCache: CacheContender {
  private let cache: MemoryCache<String, CachedObject>
  private let keys: [String]
  private let values: [CachedObject]

  init(keys: [String], room: Int) {
    self.keys = keys
    values = keys.map { _ in CachedObject() }
    cache = MemoryCache(
      limits: CacheLimits(cost: 1 << 40, count: room), expiration: .after(.seconds(600)),
      clock: CoarseClock())
  }

  func get(_ number: Int) -> Bool { cache.value(for: keys[number]) != nil }

  func set(_ number: Int) { cache.store(values[number], for: keys[number], cost: 100) }

  func empty() { cache.removeAll() }
}
