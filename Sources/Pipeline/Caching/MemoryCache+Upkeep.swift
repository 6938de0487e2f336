/// What the owner of a cache sets, sees and asks of it under pressure.
extension MemoryCache {
  /// How much the cache holds, including expired entries that have not been removed yet.
  public var usage: CacheUsage { withStorage { $0.usage } }

  /// What the cache holds and what happened to it, all of one moment.
  public var statistics: CacheStatistics {
    withStorage { storage in
      CacheStatistics(
        usage: storage.usage, pinned: storage.pinned, limits: storage.limits,
        sinceStart: storage.ring.sinceStart, lastMinute: storage.ring.lastMinute,
        lastMinuteBySecond: storage.ring.lastMinuteBySecond)
    }
  }

  /// The entries that expire next, the earliest first, at most as many as asked for; listing them is
  /// not a use of them.
  ///
  /// Its time grows with the limit, and a little with the entries that hits have moved to a later
  /// deadline since the last listing or sweep.
  public func nextToExpire(_ limit: Int) -> [CachedEntry<Key>] {
    withStorage { $0.nextToExpire(max(0, limit)) }
  }

  /// What the cache may hold; setting lower limits evicts at once.
  public var limits: CacheLimits {
    get { withStorage { $0.limits } }
    set { withStorage { $0.setLimits(newValue) } }
  }

  /// Sets how many entries ten screens are: a cache with less room evicts the least recently used.
  public func setLRUBelow(_ count: Int) {
    withStorage { $0.policy.lruBelow = count }
  }

  /// Keeps the entries of keys, present or stored later, from being evicted and discarded.
  ///
  /// Pins are counted: a key is free again after as many calls of `unpin(_:)`. A pinned entry still
  /// expires, and is kept even where the pinned alone exceed the limits.
  public func pin(_ keys: [Key]) {
    withStorage { storage in
      for key in keys { storage.pin(key) }
    }
  }

  /// Takes one pin off each key, and evicts what the limits do not allow then.
  public func unpin(_ keys: [Key]) {
    withStorage { storage in
      for key in keys { storage.unpin(key) }
    }
  }

  /// Shrinks to a fraction of the bytes held now, from 0 to 1; pinned entries stay.
  ///
  /// Discardable values give up their content and stay as keys, others are evicted.
  /// - Returns: The bytes that were freed.
  @discardableResult
  public func trim(to fraction: Double) -> Int {
    freeing { storage in
      storage.trim(toCost: Int(Double(storage.usage.cost) * min(max(fraction, 0), 1)))
    }
  }

  /// Removes everything that is not pinned.
  /// - Returns: The bytes that were freed.
  @discardableResult
  public func trimToPinned() -> Int {
    freeing { $0.trimToPinned() }
  }

  /// Makes every value that is not pinned give up its content; keys and deadlines stay.
  ///
  /// For a program that is suspended. A discarded key is a miss until a value is stored for it.
  public func discardUnpinned() {
    withStorage { $0.discardUnpinned() }
  }

  private func freeing(_ body: (inout Storage) -> Void) -> Int {
    withStorage { storage in
      let before = storage.usage.cost
      body(&storage)
      return before - storage.usage.cost
    }
  }
}
