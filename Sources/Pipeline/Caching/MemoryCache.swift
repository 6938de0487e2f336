/// A cache in memory whose entries expire, within a budget of bytes and a count of entries.
///
/// Every method may be called from any thread and returns at once: a draw may ask the cache without
/// giving up its thread. An expired entry is never handed out; storing takes the expired ones out
/// that nobody asks for. Nothing runs by itself: a program at rest stays asleep, and whoever wants
/// the memory back earlier calls `sweep()` when `timeToNextExpiry` is over. Values are released outside the lock.
package final class MemoryCache<Key: Hashable & Sendable, Value: Sendable, C: Clock>: Sendable
where C.Duration == Duration {
  let core: CacheCore<Key, Value>
  let lifetime: Lifetime
  let origin: C.Instant

  /// Makes an empty cache.
  /// - Parameters:
  ///   - limits: What it may hold, in bytes and entries.
  ///   - expiration: How long an entry lives that is not given a lifetime of its own.
  ///   - extending: What a hit does to the lifetime of an entry.
  ///   - lruBelow: About ten screens, in entries: below it the least recently used goes first.
  ///   - clock: What tells the time.
  package convenience init(
    limits: CacheLimits, expiration: Expiration, extending: ExpirationExtension = .ownLifetime,
    lruBelow: Int = 400, clock: C
  ) {
    self.init(
      limits: limits, lifetime: { _ in Lifetime(expiration) }, extending: extending,
      lruBelow: lruBelow, clock: clock)
  }

  /// Makes an empty cache whose entries all expire at one date.
  /// - Parameters:
  ///   - limits: What it may hold, in bytes and entries.
  ///   - date: The instant of the clock from which on nothing is left.
  ///   - extending: What a hit does to the lifetime of an entry; by default the date stays.
  ///   - lruBelow: About ten screens, in entries: below it the least recently used goes first.
  ///   - clock: What tells the time.
  package convenience init(
    limits: CacheLimits, until date: C.Instant, extending: ExpirationExtension = .ownLifetime,
    lruBelow: Int = 400, clock: C
  ) {
    self.init(
      limits: limits, lifetime: { .until(Moment(offset: $0.duration(to: date))) },
      extending: extending, lruBelow: lruBelow, clock: clock)
  }

  private init(
    limits: CacheLimits, lifetime: (C.Instant) -> Lifetime, extending: ExpirationExtension,
    lruBelow: Int, clock: C
  ) {
    let origin = clock.now
    self.origin = origin
    self.lifetime = lifetime(origin)
    core = CacheCore(
      limits: limits, rule: LifetimeExtension(extending), lruBelow: lruBelow,
      now: { Moment(offset: origin.duration(to: clock.now)) })
  }

  /// How much the cache holds, the expired that have not been noticed included.
  package var usage: CacheUsage { core.withStorage { $0.usage } }

  /// The value of a key, whose lifetime is extended; an expired one is a miss and is gone.
  ///
  /// Always inlined: a caller that knows keys and values but not the clock then calls what was compiled
  /// for them.
  @inline(__always) package func value(for key: Key) -> Value? {
    core.value(for: key)
  }

  /// What the cache knows of a key; asking is not a use of it.
  package func presence(of key: Key) -> CachePresence {
    core.withStorage { $0.presence(of: key) }
  }

  /// Keeps a value, and evicts what the limits then do not allow.
  ///
  /// A value above the limit for one entry is not kept and evicts nothing; one that had its key is
  /// gone. The same holds for a lifetime that is over already.
  /// - Parameters:
  ///   - value: The value.
  ///   - key: What it is found by.
  ///   - cost: What it takes, in bytes.
  ///   - expiration: A lifetime of its own; nil for that of the cache.
  ///   - isDiscardable: Whether it may give up its content under pressure while its key stays.
  package func store(
    _ value: Value, for key: Key, cost: Int, expiration: Expiration? = nil,
    isDiscardable: Bool = false
  ) {
    let lifetime = expiration.map(Lifetime.init) ?? lifetime
    store(value, for: key, cost: cost, lifetime: lifetime, isDiscardable: isDiscardable)
  }

  /// Keeps a value until a date.
  /// - Parameters:
  ///   - value: The value.
  ///   - key: What it is found by.
  ///   - cost: What it takes, in bytes.
  ///   - date: The instant of the clock from which on it is expired; a hit does not move it.
  ///   - isDiscardable: Whether it may give up its content under pressure while its key stays.
  package func store(
    _ value: Value, for key: Key, cost: Int, until date: C.Instant, isDiscardable: Bool = false
  ) {
    let lifetime = Lifetime.until(Moment(offset: origin.duration(to: date)))
    store(value, for: key, cost: cost, lifetime: lifetime, isDiscardable: isDiscardable)
  }

  /// Keeps a value for a time from now that no hit makes longer.
  /// - Parameters:
  ///   - value: The value.
  ///   - key: What it is found by.
  ///   - cost: What it takes, in bytes.
  ///   - time: How long it is kept at most.
  ///   - isDiscardable: Whether it may give up its content under pressure while its key stays.
  package func store(
    _ value: Value, for key: Key, cost: Int, within time: Duration, isDiscardable: Bool = false
  ) {
    let end = Moment(offset: Moment(ticks: 0).duration(to: core.moment) + time)
    store(value, for: key, cost: cost, lifetime: .until(end), isDiscardable: isDiscardable)
  }

  /// Takes entries out and tells how much that was, in bytes and entries.
  @discardableResult
  package func remove(_ keys: [Key]) -> CacheUsage {
    core.withStorage { storage in
      keys.reduce(into: CacheUsage(cost: 0, count: 0)) { removed, key in
        guard let cost = storage.remove(key) else { return }
        removed.cost += cost
        removed.count += 1
      }
    }
  }

  /// Empties the cache and tells how much it held; pins stay with their keys.
  @discardableResult
  package func removeAll() -> CacheUsage {
    core.withStorage { storage in
      let removed = storage.usage
      storage.removeAll()
      return removed
    }
  }

  /// The instant of the clock that a moment stands for, rounded to the next whole nanosecond.
  func instant(of moment: Moment) -> C.Instant {
    let nanoseconds = ((Int128(moment.ticks) << 29) + 999_999_999) / 1_000_000_000
    return origin.advanced(by: Duration(attoseconds: nanoseconds * 1_000_000_000))
  }

  func store(
    _ value: Value, for key: Key, cost: Int, lifetime: Lifetime, isDiscardable: Bool
  ) {
    let hash = CacheStorage<Key, Value, GridEviction>.hash(of: key)
    let swept = core.withStorage { storage in
      let swept = storage.sweep(limit: 256)
      storage.store(
        value, for: key, hash: hash, cost: max(0, cost), lifetime: lifetime,
        isDiscardable: isDiscardable)
      return swept
    }
    if swept == 256 { _ = core.sweep() }
  }
}
