import ExpiringCache

/// A cache that a trace is replayed on.
protocol TracedCache {
  /// Uses a key and stores it if it is not there; returns whether it was.
  mutating func access(_ key: Int) -> Bool
}

/// The program's own cache with a limit of entries.
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

/// The accesses of a trace, done to a cache.
struct TraceReplay {
  private(set) var misses = 0
  private(set) var missedBytes = 0
  private var bytes = 0
  private let accessCount: Int

  /// The share of accesses that missed, between 0 and 1.
  var missRatio: Double { Double(misses) / Double(max(1, accessCount)) }
  /// The share of bytes that missed, between 0 and 1.
  var byteMissRatio: Double { Double(missedBytes) / Double(max(1, bytes)) }

  /// Runs through a trace.
  /// - Parameters:
  ///   - trace: The accesses.
  ///   - cache: An empty cache, whose limit counts entries of any size.
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
