public import Synchronization

/// A cache in memory whose entries expire, limited by the sum of their costs and by their number.
///
/// Every method may be called from any thread and waits for nothing but a short lock, so that a view
/// can ask while it draws. An expired value is never returned, and each store removes expired entries.
/// There is no timer: see <doc:Sweeping>. Keys and values are released outside the lock, so their
/// deinitialisers may call the cache. What a hit or a store runs through is inlinable, as only that is
/// specialised for the keys and values of another module.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias Storage = CacheStorage<Key, Value>
  /// The most expired entries that are removed while the lock is held once.
  @inlinable static var sweepLimit: Int { 256 }

  @usableFromInline let storage: Mutex<Storage>
  @usableFromInline let expiration: Expiration
  @usableFromInline let now: @Sendable () -> Moment

  /// Makes an empty cache, whose `expiration` is for entries that are stored without their own.
  ///
  /// With room for fewer than `lruBelow` entries, about ten screens of a grid that is scrolled, the
  /// least recently used is evicted, with more room S3-FIFO decides.
  @inlinable public init(
    limits: CacheLimits, expiration: Expiration, extending: ExpirationExtension = .ownLifetime,
    lruBelow: Int = 400, clock: some Clock<Duration>
  ) {
    let origin = clock.now
    now = { Moment(offset: origin.duration(to: clock.now)) }
    self.expiration = expiration
    storage = Mutex(Storage(limits: limits, extending: extending, lruBelow: lruBelow))
  }

  /// The value of a key, whose lifetime is extended; an expired one is a miss and is removed.
  @inlinable public func value(for key: Key) -> Value? {
    let (hash, now) = (key.hashValue, now())
    let (value, hasGarbage) = storage.withLock { storage in
      storage.advance(to: now)
      return (storage.value(for: key, hash: hash), !storage.garbage.isEmpty)
    }
    if hasGarbage { withStorage { _ in } }
    return value
  }

  /// Whether a key has a value; asking is no hit.
  public func presence(of key: Key) -> CachePresence {
    withStorage { storage in
      guard let slot = storage.slot(of: key), storage.deadlines[slot] > storage.now else {
        return .absent
      }
      return storage.entries[slot].value == nil ? .discarded : .present
    }
  }

  /// Stores a value, and evicts others until the limits allow it.
  ///
  /// A value whose cost exceeds ``CacheLimits/greatestEntryCost`` is not stored and evicts nothing, but
  /// the old value of its key is removed. The same holds for a lifetime that has already ended. If it
  /// `isDiscardable`, ``trim(to:)`` may discard the value and keep the key. A `cost` below zero is zero.
  @inlinable public func store(
    _ value: Value, for key: Key, cost: Int, expiration: Expiration? = nil,
    isDiscardable: Bool = false
  ) {
    let expiration = expiration ?? self.expiration
    let hash = key.hashValue
    let swept = withStorage { storage in
      let swept = storage.sweep(limit: Self.sweepLimit)
      storage.store(
        value, for: key, hash: hash, cost: max(0, cost), expiration: expiration,
        isDiscardable: isDiscardable)
      return swept
    }
    if swept == Self.sweepLimit { sweep() }
  }

  /// Reads or changes the entries as of now; what was removed is released after the lock.
  @inlinable func withStorage<Result: Sendable>(_ body: (inout Storage) -> Result) -> Result {
    let now = now()
    let (result, garbage) = storage.withLock { storage in
      storage.advance(to: now)
      return (body(&storage), storage.takeGarbage())
    }
    return withExtendedLifetime(garbage) { result }
  }

  /// Removes expired entries, at most 256 while the lock is held once, and returns their number.
  @discardableResult
  public func sweep() -> Int {
    var total = 0
    while true {
      let count = withStorage { $0.sweep(limit: Self.sweepLimit) }
      total += count
      if count < Self.sweepLimit { return total }
    }
  }

  /// The time until the next entry expires, not less than zero and rounded up to a nanosecond; nil
  /// where none ever does.
  public var timeToNextExpiry: Duration? {
    withStorage { storage in
      let earliest = storage.deadlines.earliest()
      return earliest == .never ? nil : max(.zero, storage.now.duration(to: earliest))
    }
  }

  /// Removes entries and returns their costs and number.
  @discardableResult
  public func remove(_ keys: [Key]) -> CacheUsage {
    removing { storage in
      for key in keys { storage.slot(of: key).map { storage.remove($0) } }
    }
  }

  /// Removes every entry and returns their costs and number; pins stay with their keys.
  @discardableResult
  public func removeAll() -> CacheUsage {
    removing { storage in
      for slot in storage.entries.indices where storage.entries[slot].key != nil {
        storage.remove(slot)
      }
    }
  }

  /// The costs and the number of entries, expired ones included that have not been removed yet.
  public var usage: CacheUsage { withStorage { $0.usage } }

  /// What the cache holds and what happened to it, all of one moment.
  public var statistics: CacheStatistics {
    withStorage { storage in
      CacheStatistics(
        usage: storage.usage, pinned: storage.pinned, limits: storage.limits,
        sinceStart: storage.counts.sinceStart,
        lastMinuteBySecond: storage.counts.lastMinuteBySecond)
    }
  }

  /// The entries that expire next, the earliest first and those that never do last, without expired
  /// ones and at most so many; being listed is no hit.
  public func nextToExpire(_ limit: Int) -> [CachedEntry<Key>] {
    withStorage { $0.nextToExpire(limit) }
  }

  /// How much the cache may hold; setting lower limits evicts at once.
  public var limits: CacheLimits {
    get { withStorage { $0.limits } }
    set {
      withStorage { storage in
        storage.limits = newValue
        storage.makeRoom(for: 0, isNew: false)
        storage.expectCapacity()
      }
    }
  }

  /// Sets the number of entries below which the least recently used is evicted.
  public func setLRUBelow(_ count: Int) {
    withStorage { $0.queues.lruBelow = count }
  }

  /// Keeps the entries of keys, present or stored later, from being evicted and discarded.
  ///
  /// Pins are counted: a key is free again after as many calls of ``unpin(_:)``. A pinned entry still
  /// expires, and is kept even where the pinned ones alone exceed the limits.
  public func pin(_ keys: [Key]) {
    withStorage { for key in keys { $0.pin(key) } }
  }

  /// Takes one pin off each key, and evicts what the limits then do not allow.
  public func unpin(_ keys: [Key]) {
    withStorage { for key in keys { $0.unpin(key) } }
  }

  /// Shrinks to a fraction of the costs held now, from 0 to 1, and returns the costs that were freed.
  ///
  /// Discardable values are discarded and stay as keys, others are evicted, pinned ones stay.
  @discardableResult
  public func trim(to fraction: Double) -> Int {
    removing { storage in
      storage.trim(to: Int(Double(storage.usage.cost) * min(max(fraction, 0), 1)))
    }.cost
  }

  /// Removes everything that is not pinned and returns the costs that were freed.
  @discardableResult
  public func trimToPinned() -> Int {
    removing { storage in
      storage.sweep()
      while storage.evict(\.evictedByPressure) {}
    }.cost
  }

  /// Discards every value that is not pinned, as before a suspension; keys and deadlines stay.
  public func discardUnpinned() {
    withStorage { storage in
      storage.sweep()
      for slot in storage.entries.indices where !storage.entries[slot].isPinned {
        storage.discard(slot)
      }
    }
  }

  private func removing(_ body: (inout Storage) -> Void) -> CacheUsage {
    withStorage { storage in
      let before = storage.usage
      body(&storage)
      return CacheUsage(
        cost: before.cost - storage.usage.cost, count: before.count - storage.usage.count)
    }
  }
}
