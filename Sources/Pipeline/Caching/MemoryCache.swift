public import Synchronization

/// A cache in memory whose entries expire, within a budget of bytes and a count of entries.
///
/// ```swift
/// let tiles = MemoryCache<ImageRequest, LoadedTile>(
///   limits: CacheLimits(cost: 128 << 20), expiration: .seconds(600), clock: CoarseClock())
/// tiles.store(tile, for: request, cost: tile.byteCount)
/// tiles.value(for: request)  // the tile, which lives ten minutes from now on
/// tiles.pin([request])       // on the screen: expires, but is not evicted
/// ```
///
/// Every method may be called from any thread and returns at once, so that a view can ask while it
/// draws. An expired value is never handed out; each store removes the expired entries that nobody asks
/// for. The cache runs nothing by itself, and an idle program stays asleep: to have the memory back
/// sooner, call `sweep()` when `timeToNextExpiry` is over. Keys and values are released outside the
/// lock, so their deinitialisers may call the cache.
///
/// What a hit or a store runs through is inlinable, so that callers compile it for their own keys and
/// values: a hit is four times as fast for it. It is public, though no other package uses it, since the
/// compiler specialises inlinable code of another module only where it is public.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias Storage = CacheStorage<Key, Value>

  /// How many entries a sweep takes out before it lets others have the lock.
  @inlinable static var sweepLimit: Int { 256 }

  @usableFromInline let storage: Mutex<Storage>
  @usableFromInline let lifetime: Lifetime
  @usableFromInline let now: @Sendable () -> Moment

  /// Makes an empty cache.
  /// - Parameters:
  ///   - limits: What it may hold, in bytes and entries.
  ///   - expiration: How long an entry lives that is not given a lifetime of its own.
  ///   - extending: What a hit does to the lifetime of an entry.
  ///   - lruBelow: About ten screens, in entries: a cache with less room evicts the least recently used.
  ///   - clock: The clock that lifetimes are measured by.
  @inlinable public init(
    limits: CacheLimits, expiration: Expiration, extending: ExpirationExtension = .ownLifetime,
    lruBelow: Int = 400, clock: some Clock<Duration>
  ) {
    let origin = clock.now
    now = { Moment(offset: origin.duration(to: clock.now)) }
    lifetime = Lifetime(expiration)
    storage = Mutex(
      Storage(policy: GridEviction(lruBelow: lruBelow), limits: limits, rule: extending))
  }

  /// The value of a key, whose lifetime is extended; an expired one is a miss and is removed.
  @inlinable public func value(for key: Key) -> Value? {
    let hash = Storage.hash(of: key)
    let now = now()
    let (value, hasExpired) = storage.withLock { storage in
      storage.advance(to: now)
      return (storage.value(for: key, hash: hash), storage.garbage.first != nil)
    }
    if hasExpired { withStorage { _ in } }
    return value
  }

  /// What the cache knows of a key; asking is not a use of it.
  @inlinable public func presence(of key: Key) -> CachePresence {
    withStorage { $0.presence(of: key) }
  }

  /// Stores a value, and evicts what the limits then do not allow.
  ///
  /// A value above the limit for one entry is not kept and evicts nothing, but the old value of its key
  /// is removed. The same holds for a lifetime that is over already.
  /// - Parameters:
  ///   - value: The value.
  ///   - key: Its key.
  ///   - cost: Its size, in bytes.
  ///   - expiration: A lifetime of its own; nil for that of the cache.
  ///   - isDiscardable: Whether it may give up its content under pressure while its key stays.
  @inlinable public func store(
    _ value: Value, for key: Key, cost: Int, expiration: Expiration? = nil,
    isDiscardable: Bool = false
  ) {
    let lifetime = expiration.map(Lifetime.init) ?? lifetime
    let hash = Storage.hash(of: key)
    let swept = withStorage { storage in
      let swept = storage.sweep(limit: Self.sweepLimit)
      storage.store(
        value, for: key, hash: hash, cost: max(0, cost), lifetime: lifetime,
        isDiscardable: isDiscardable)
      return swept
    }
    if swept == Self.sweepLimit { sweep() }
  }

  /// Removes entries.
  /// - Returns: How much was removed, in bytes and entries.
  @discardableResult
  @inlinable public func remove(_ keys: [Key]) -> CacheUsage {
    withStorage { storage in
      keys.reduce(into: CacheUsage(cost: 0, count: 0)) { removed, key in
        guard let cost = storage.remove(key) else { return }
        removed.cost += cost
        removed.count += 1
      }
    }
  }

  /// Empties the cache; pins stay with their keys.
  /// - Returns: How much it held, in bytes and entries.
  @discardableResult
  @inlinable public func removeAll() -> CacheUsage {
    withStorage { storage in
      let removed = storage.usage
      storage.removeAll()
      return removed
    }
  }

  /// Removes what has expired, a few entries at a time so that a draw need not wait for a long sweep.
  ///
  /// Its time grows with the number of expired entries, and a little with those that hits have moved
  /// to a later deadline since the last sweep.
  /// - Returns: The number of entries removed.
  @discardableResult
  @inlinable public func sweep() -> Int {
    var total = 0
    while true {
      let count = withStorage { $0.sweep(limit: Self.sweepLimit) }
      total += count
      if count < Self.sweepLimit { return total }
    }
  }

  /// The time until the next entry expires, not less than zero and rounded up to a nanosecond; nil
  /// where none ever does.
  ///
  /// After a sleep of this length the entry has expired, unless a hit has extended its lifetime.
  public var timeToNextExpiry: Duration? {
    withStorage { storage in
      storage.nextExpiry().map { max(.zero, storage.now.duration(to: $0)) }
    }
  }

  /// Looks at or changes the entries as of now; what was taken out is released after the lock.
  @inlinable func withStorage<Result: Sendable>(_ body: (inout Storage) -> Result) -> Result {
    let now = now()
    let (result, garbage) = storage.withLock { storage in
      storage.advance(to: now)
      return (body(&storage), storage.takeGarbage())
    }
    return withExtendedLifetime(garbage) { result }
  }
}
