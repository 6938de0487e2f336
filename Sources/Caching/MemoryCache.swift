import Synchronization

/// A cache in memory whose entries expire, within a budget of bytes and a count of entries.
///
/// Every method may be called from any thread and returns at once: a draw may ask the cache without
/// giving up its thread. The least recently used entries are evicted first. One lifetime holds for
/// all entries and a hit renews it, so the order of use is the order of expiry as well, and the
/// expired are found at its end without a search.
package final class MemoryCache<Key: Hashable & Sendable, Value: Sendable, C: Clock>: Sendable
where C.Duration == Duration {
  private typealias Store = RecencyStore<Key, ExpirableObject<Value, C.Instant>>

  private let expiration: Expiration
  private let limits: CacheLimits
  private let clock: C
  private let store = Mutex(Store())

  /// Makes an empty cache.
  /// - Parameters:
  ///   - limits: What it may hold, in bytes and entries.
  ///   - expiration: How long an entry lives without being asked for.
  ///   - clock: What tells the time.
  package init(limits: CacheLimits, expiration: Expiration, clock: C) {
    self.limits = limits
    self.expiration = expiration
    self.clock = clock
  }

  /// How much the cache holds, the expired that have not been noticed included.
  package var usage: CacheUsage {
    store.withLock { CacheUsage(cost: $0.cost, count: $0.count) }
  }

  /// The value of a key, whose lifetime begins anew; an expired one is a miss and is gone.
  package func value(for key: Key) -> Value? {
    let now = clock.now
    return store.withLock { store in
      let hit: Value?? = store.use(key) { entry in
        guard !entry.isExpired(at: now) else { return nil }
        entry.renew(at: now)
        return entry.value
      }
      if case .some(.none) = hit { store.remove(key) }
      return hit ?? nil
    }
  }

  /// Keeps a value, and evicts what the limits then do not allow.
  ///
  /// A value above the whole budget is not kept and evicts nothing; one that had its key is gone.
  /// - Parameters:
  ///   - value: The value.
  ///   - key: What it is found by.
  ///   - cost: What it takes, in bytes.
  package func store(_ value: Value, for key: Key, cost: Int) {
    let now = clock.now
    let entry = ExpirableObject(value, expiration: expiration, storedAt: now)
    store.withLock { store in
      store.remove(key)
      guard cost <= limits.cost, limits.count > 0 else { return }
      store.insert(entry, for: key, cost: cost)
      while let oldest = store.leastRecent, isOverfull(store) || oldest.element.isExpired(at: now) {
        store.remove(oldest.key)
      }
    }
  }

  /// Takes entries out and tells how much that was.
  @discardableResult
  package func remove(_ keys: [Key]) -> CacheUsage {
    store.withLock { store in
      keys.reduce(into: CacheUsage(cost: 0, count: 0)) { removed, key in
        guard let entry = store.remove(key) else { return }
        removed.cost += entry.cost
        removed.count += 1
      }
    }
  }

  /// Empties the cache and tells how much it held.
  @discardableResult
  package func removeAll() -> CacheUsage {
    store.withLock { store in
      let removed = CacheUsage(cost: store.cost, count: store.count)
      store.removeAll()
      return removed
    }
  }

  private func isOverfull(_ store: borrowing Store) -> Bool {
    store.cost > limits.cost || store.count > limits.count
  }
}
