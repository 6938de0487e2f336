import Synchronization

/// A cache whose clock has been left behind: what `MemoryCache` is without the type of its clock.
///
/// Callers in other rooms know the types of keys and values but are generic over the clock. Kept
/// apart from it, the whole structure is compiled once for those keys and values.
final class CacheCore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Storage = CacheStorage<Key, Value, GridEviction>

  private let storage: Mutex<Storage>
  private let now: @Sendable () -> Moment

  init(
    limits: CacheLimits, rule: LifetimeExtension, lruBelow: Int,
    now: @escaping @Sendable () -> Moment
  ) {
    storage = Mutex(
      Storage(policy: GridEviction(lruBelow: lruBelow), limits: limits, rule: rule))
    self.now = now
  }

  /// The present moment.
  var moment: Moment { now() }

  /// Looks at or changes the entries as of now, and releases what was taken out when the lock is open
  /// again.
  func withStorage<Result: Sendable>(_ body: (inout Storage) -> Result) -> Result {
    let now = now()
    let (result, garbage) = storage.withLock { storage in
      storage.advance(to: now)
      return (body(&storage), storage.takeGarbage())
    }
    return withExtendedLifetime(garbage) { result }
  }

  /// Looks a key up; what an expired entry held is released when the lock is open again.
  func value(for key: Key) -> Value? {
    let hash = Storage.hash(of: key)
    let now = now()
    let (value, hasExpired) = storage.withLock { storage in
      storage.advance(to: now)
      return (storage.value(for: key, hash: hash), storage.garbage.first != nil)
    }
    if hasExpired { withStorage { _ in } }
    return value
  }

  /// Takes the expired out a few at a time, lest a draw wait for a long sweep.
  func sweep() -> Int {
    var total = 0
    while true {
      let count = withStorage { $0.sweep(limit: 256) }
      total += count
      if count < 256 { return total }
    }
  }
}
