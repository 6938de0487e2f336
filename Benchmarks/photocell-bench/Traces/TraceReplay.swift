import ExpiringCache

protocol TracedCache {
  /// Accesses a key, and stores it on a miss; returns whether it was a hit.
  mutating func access(_ key: Int) -> Bool
}

struct TracedMemoryCache: TracedCache {
  private let cache: MemoryCache<Int, Bool>

  init(capacity: Int, lruBelow: Int) {
    cache = MemoryCache(
      limits: CacheLimits(cost: .max, count: capacity), expiration: .never, lruBelow: lruBelow,
      clock: StepClock())
  }

  func access(_ key: Int) -> Bool {
    if cache.value(for: key) != nil { return true }
    cache.store(true, for: key, cost: 0)
    return false
  }
}

struct TraceReplay {
  private(set) var misses = 0
  private(set) var missedBytes = 0
  private var bytes = 0
  private let accessCount: Int

  /// From 0 to 1.
  var missRatio: Double { Double(misses) / Double(max(1, accessCount)) }
  /// From 0 to 1.
  var byteMissRatio: Double { Double(missedBytes) / Double(max(1, bytes)) }

  /// Replays a trace on an empty cache, whose limit is a number of entries.
  init(_ trace: Trace, _ cache: some TracedCache) {
    var cache = cache
    accessCount = trace.accesses.count
    for access in trace.accesses {
      bytes += access.size
      guard !cache.access(access.key) else { continue }
      misses += 1
      missedBytes += access.size
    }
  }
}
