public import Synchronization

/// A cache in memory whose entries expire, limited by the sum of their costs and by their number.
///
/// Every method may be called from any thread and waits for nothing but a short lock, so that a view
/// can ask while it draws. An expired value is never returned, and each store removes expired entries.
/// There is no timer: see <doc:Sweeping>. Keys and values are released outside the lock, so their
/// deinitialisers may call the cache.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  // What a hit or a store runs through is inlinable: only that is specialised for the keys and values
  // of another module.
  @usableFromInline typealias Storage = CacheStorage<Key, Value>
  @usableFromInline let storage: Mutex<Storage>
  @usableFromInline let expiration: Expiration
  @usableFromInline let extending: ExpirationExtension
  /// The ticks since the cache was made.
  @usableFromInline let now: @Sendable () -> Int64

  /// Makes an empty cache, whose `expiration` is for entries that are stored without their own.
  ///
  /// With room for fewer than `lruBelow` entries, about ten screens of a grid that is scrolled, the
  /// least recently used is evicted, with more room S3-FIFO decides.
  @inlinable public init(
    limits: CacheLimits, expiration: Expiration, extending: ExpirationExtension = .ownLifetime,
    lruBelow: Int = 400, clock: some Clock<Duration>
  ) {
    let origin = clock.now
    now = { origin.duration(to: clock.now).ticks }
    (self.expiration, self.extending) = (expiration, extending)
    storage = Mutex(Storage(limits: limits, lruBelow: lruBelow))
  }

  /// The value of a key, whose lifetime is extended; an expired one is a miss and is removed.
  @inlinable public func value(for key: Key) -> Value? { withStorage { $0.value(for: key) } }

  /// Whether a key has a value; asking is no hit.
  public func presence(of key: Key) -> CachePresence {
    withStorage {
      guard let slot = $0.slot(of: key), $0.deadlines[slot] > $0.now else { return .absent }
      return $0.entries[slot].value == nil ? .discarded : .present
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
    let swept = withStorage { storage in
      let swept = storage.sweep()
      storage.store(
        value, for: key, cost: max(0, cost), lifetime: expiration.ticks,
        renewal: extending.renewal(of: expiration), isDiscardable: isDiscardable)
      return swept
    }
    if swept == Storage.sweepLimit { sweep() }
  }

  /// Reads or changes the entries as of now; what was removed is released after the lock.
  @inlinable func withStorage<Result: Sendable>(_ body: (inout Storage) -> Result) -> Result {
    let now = now()
    let (result, garbage) = storage.withLock { storage in
      // A thread that waited for the lock may have read an earlier time.
      storage.now = max(storage.now, now)
      if storage.now >= storage.counts.end { storage.counts.advance(to: storage.now) }
      defer { storage.garbage = [] }
      return (body(&storage), storage.garbage)
    }
    return withExtendedLifetime(garbage) { result }
  }

  /// Removes expired entries, at most 256 while the lock is held once, and returns their number.
  @discardableResult
  @inlinable public func sweep() -> Int {
    var (total, count) = (0, 0)
    repeat {
      count = withStorage { $0.sweep() }
      total += count
    } while count == Storage.sweepLimit
    return total
  }

  /// The time until the next entry expires, not less than zero and rounded up to a nanosecond; nil
  /// where none ever does.
  public var timeToNextExpiry: Duration? {
    withStorage { storage in
      let earliest = storage.deadlines.earliest
      return earliest == .never ? nil : max(.zero, Duration(ticks: earliest - storage.now))
    }
  }

  /// Removes entries and returns their costs and number.
  @discardableResult
  public func remove(_ keys: [Key]) -> CacheUsage {
    removing { storage in
      for key in keys { if let slot = storage.slot(of: key) { storage.remove(slot) } }
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
    withStorage {
      CacheStatistics(
        usage: $0.usage, pinned: $0.pinned, limits: $0.limits, sinceStart: $0.counts.sinceStart,
        lastMinuteBySecond: $0.counts.lastMinuteBySecond)
    }
  }

  /// The entries that expire next, the earliest first and those that never do last, without expired
  /// ones and at most so many; being listed is no hit.
  public func nextToExpire(_ limit: Int) -> [CachedEntry<Key>] {
    let limit = max(0, limit)
    return withStorage { storage in
      var found: [(deadline: Int64, slot: Int)] = []
      var bound: Int64?
      for slot in storage.entries.indices where storage.deadlines[slot] > storage.now {
        let deadline = storage.deadlines[slot]
        guard deadline < bound ?? .max, storage.entries[slot].key != nil else { continue }
        found.append((deadline, slot))
        guard found.count / 2 > max(500, limit) else { continue }
        found = Array(found.sorted { $0 < $1 }.prefix(limit))
        bound = found.last?.deadline
      }
      return found.sorted { $0 < $1 }.prefix(limit).compactMap { deadline, slot in
        let entry = storage.entries[slot]
        let timeLeft = deadline == .never ? nil : Duration(ticks: deadline - storage.now)
        return entry.key.map {
          CachedEntry(
            key: $0, cost: entry.cost, timeLeft: timeLeft, isPinned: entry.isPinned,
            isDiscarded: entry.value == nil)
        }
      }
    }
  }

  /// How much the cache may hold; setting lower limits evicts at once.
  public var limits: CacheLimits {
    get { withStorage { $0.limits } }
    set {
      withStorage { storage in
        storage.limits = newValue
        storage.shrink()
        storage.expectCapacity()
      }
    }
  }

  /// Sets the number of entries below which the least recently used is evicted.
  public func setLRUBelow(_ count: Int) { withStorage { $0.queues.lruBelow = count } }

  /// Keeps the entries of keys, present or stored later, from being evicted and discarded.
  ///
  /// Pins are counted: a key is free again after as many calls of ``unpin(_:)``. A pinned entry still
  /// expires, and is kept even where the pinned ones alone exceed the limits.
  public func pin(_ keys: [Key]) {
    withStorage { storage in
      for key in keys {
        storage.pins[key, default: 0] += 1
        if let slot = storage.slot(of: key) { storage.setPinned(slot, true) }
      }
    }
  }

  /// Takes one pin off each key, and evicts what the limits then do not allow.
  public func unpin(_ keys: [Key]) {
    withStorage { storage in
      for key in keys {
        guard let index = storage.pins.index(forKey: key) else { continue }
        storage.pins.values[index] -= 1
        guard storage.pins.values[index] == 0 else { continue }
        storage.garbage.append((storage.pins.remove(at: index).key, nil))
        guard let slot = storage.slot(of: key) else { continue }
        storage.setPinned(slot, false)
        storage.shrink()
      }
    }
  }

  /// Shrinks to a fraction of the costs held now, from 0 to 1, and returns the costs that were freed.
  ///
  /// Discardable values are discarded and stay as keys, others are evicted, pinned ones stay.
  @discardableResult
  public func trim(to fraction: Double) -> Int {
    removing { storage in
      let target = Int(Double(storage.usage.cost) * min(max(fraction, 0), 1))
      var kept: [Int] = []
      while storage.usage.cost > target {
        if storage.sweep() > 0 { continue }
        guard let slot = storage.queues.evict() else { break }
        // A key that was discarded before is evicted, so that keys do not accumulate.
        if storage.entries[slot].isDiscardable, storage.entries[slot].value != nil {
          storage.queues.remove(slot)
          storage.discard(slot)
          kept.append(slot)
        } else {
          storage.counts.current.evictedByPressure += 1
          storage.remove(slot)
        }
      }
      for slot in kept { storage.queues.restore(slot) }
    }.cost
  }

  /// Removes everything that is not pinned and returns the costs that were freed.
  @discardableResult
  public func trimToPinned() -> Int {
    removing { storage in
      storage.sweep(limit: .max)
      while storage.evict(\.evictedByPressure) {}
    }.cost
  }

  /// Discards every value that is not pinned, as before a suspension; keys and deadlines stay.
  public func discardUnpinned() {
    withStorage { storage in
      storage.sweep(limit: .max)
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
