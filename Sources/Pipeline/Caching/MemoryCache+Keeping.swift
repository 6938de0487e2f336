extension MemoryCache {
  /// The instant at which the next entry expires, for whoever wants to sweep then; nil for never.
  package var nextExpiry: C.Instant? {
    core.withStorage { $0.nextExpiry() }.map(instant(of:))
  }

  /// The time until then, never less than nothing; nil for never.
  package var timeToNextExpiry: Duration? {
    let (now, next) = core.withStorage { ($0.now, $0.nextExpiry()) }
    return next.map { max(.zero, instant(of: now).duration(to: instant(of: $0))) }
  }

  /// Takes out what has expired, and tells how many it were.
  ///
  /// It takes time for these, and a little for those that hits have moved to later since the last sweep.
  @discardableResult
  package func sweep() -> Int {
    core.sweep()
  }

  /// What the cache may hold; a change evicts at once.
  package var limits: CacheLimits {
    get { core.withStorage { $0.limits } }
    set { core.withStorage { $0.setLimits(newValue) } }
  }

  /// Sets how many entries ten screens are: below it the least recently used goes first.
  package func setLRUBelow(_ count: Int) {
    core.withStorage { $0.policy.lruBelow = count }
  }

  /// What is held and what happened, all of one moment.
  package var statistics: CacheStatistics {
    core.withStorage { storage in
      CacheStatistics(
        usage: storage.usage, pinned: storage.pinned, limits: storage.limits,
        sinceStart: storage.ring.sinceStart, lastMinute: storage.ring.lastMinute,
        lastMinuteBySecond: storage.ring.lastMinuteBySecond)
    }
  }

  /// Keeps the entries of keys from being evicted and discarded, be they there now or stored later.
  ///
  /// Pins are counted: a key is free again after as many calls of `unpin(_:)`. They do not hold
  /// back expiry, and a pinned value is kept even above the limits of the whole.
  package func pin(_ keys: [Key]) {
    core.withStorage { storage in
      for key in keys { storage.pin(key) }
    }
  }

  /// Takes one pin off each key, and evicts what the limits do not allow then.
  package func unpin(_ keys: [Key]) {
    core.withStorage { storage in
      for key in keys { storage.unpin(key) }
    }
  }

  /// Looks a value up and pins it on a hit, until `endAccess(to:)`; a miss pins nothing.
  package func beginAccess(to key: Key) -> Value? {
    core.withStorage { storage in
      let hash = CacheStorage<Key, Value, GridEviction>.hash(of: key)
      guard let value = storage.value(for: key, hash: hash) else { return nil }
      storage.pin(key)
      return value
    }
  }

  /// Ends what a successful `beginAccess(to:)` began.
  package func endAccess(to key: Key) {
    unpin([key])
  }

  /// Shrinks to a part of what is held now, between 0 and 1 of its bytes; what is pinned stays.
  ///
  /// Discardable values give up their content and stay as keys, others are evicted.
  /// - Returns: How much less is held, in bytes.
  @discardableResult
  package func trim(to fraction: Double) -> Int {
    core.withStorage { storage in
      let before = storage.usage.cost
      let share = min(max(fraction, 0), 1)
      storage.trim(toCost: Int(Double(before) * share))
      return before - storage.usage.cost
    }
  }

  /// Takes out everything that is not pinned, and tells how much less is held, in bytes.
  @discardableResult
  package func trimToPinned() -> Int {
    core.withStorage { storage in
      let before = storage.usage.cost
      storage.trimToPinned()
      return before - storage.usage.cost
    }
  }

  /// Lets every value that is not pinned give up its content; keys and deadlines stay.
  ///
  /// For a program that is suspended: a discarded key is a miss, and storing brings it back.
  package func discardUnpinned() {
    core.withStorage { $0.discardUnpinned() }
  }
}
