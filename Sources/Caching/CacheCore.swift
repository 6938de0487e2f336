import Synchronization

/// A cache whose clock has been left behind: what `MemoryCache` is without the type of its clock.
///
/// Callers in other rooms know the types of keys and values but are generic over the clock. Kept
/// apart from it, the whole structure is compiled once for those keys and values.
final class CacheCore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Storage = CacheStorage<Key, Value, GridEviction>

  let storage: Mutex<Storage>

  init(limits: CacheLimits, rule: LifetimeExtension, lruBelow: Int) {
    storage = Mutex(
      Storage(policy: GridEviction(lruBelow: lruBelow), limits: limits, rule: rule))
  }

  /// Looks at or changes the entries, and releases what was taken out when the lock is open again.
  func withStorage<Result: Sendable>(_ body: (inout Storage) -> Result) -> Result {
    let (result, garbage) = storage.withLock { storage in
      (body(&storage), storage.takeGarbage())
    }
    return withExtendedLifetime(garbage) { result }
  }

  /// Looks a key up; what an expired entry held is released when the lock is open again.
  func value(for key: Key, at now: Moment) -> Value? {
    if let value = storage.withLock({ $0.value(for: key, at: now) }) { return value }
    withStorage { _ in }
    return nil
  }

  /// Takes the expired out a few at a time, lest a draw wait for a long sweep.
  func sweep(at now: Moment) -> Int {
    var total = 0
    while true {
      let count = withStorage { $0.sweep(at: now, limit: 256) }
      total += count
      if count < 256 { return total }
    }
  }
}
