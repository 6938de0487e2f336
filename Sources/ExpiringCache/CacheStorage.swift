/// The entries of a cache, found by key, with their deadlines and the order of eviction.
///
/// A slot is the number of an entry: its index in the arrays here, in the deadlines and in the eviction
/// queues. What is removed becomes garbage, which the caller releases outside the lock.
@usableFromInline struct CacheStorage<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline struct Entry: Sendable {
    /// Nil where the slot is free or a ghost.
    @usableFromInline var key: Key?
    /// Nil where it was discarded, too.
    @usableFromInline var value: Value?
    @usableFromInline let hash: Int
    /// Another slot with the same hash.
    @usableFromInline var next: Int32?
    @usableFromInline var cost = 0
    /// The ticks that the entry lives from a hit on; nil where a hit does not change its deadline.
    @usableFromInline var renewal: Int64?
    @usableFromInline var isPinned = false
    @usableFromInline var isDiscardable = false

    @inlinable init(hash: Int, next: Int32?) { (self.hash, self.next) = (hash, next) }
  }

  /// The most expired entries that are removed while the lock is held once.
  @inlinable static var sweepLimit: Int { 256 }

  /// The first slot of each hash; by key, each eviction would hash and compare keys that have long left
  /// the processor's cache.
  @usableFromInline var slots: [Int: Int32] = [:]
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var freeSlots: [Int] = []
  @usableFromInline var deadlines = Deadlines()
  @usableFromInline var queues: EvictionQueues
  @usableFromInline var limits: CacheLimits
  @usableFromInline var counts = CountHistory()
  /// The number of pins of each pinned key, whether it has an entry or not.
  @usableFromInline var pins: [Key: Int] = [:]
  @usableFromInline var usage = CacheUsage()
  @usableFromInline var pinned = CacheUsage()
  /// In ticks since the cache was made.
  @usableFromInline var now: Int64 = 0
  @usableFromInline var garbage: [(Key?, Value?)] = []

  @inlinable init(limits: CacheLimits, lruBelow: Int) {
    (self.limits, queues) = (limits, EvictionQueues(lruBelow: lruBelow))
  }

  @inlinable func slot(of key: Key) -> Int? { slot(of: key, hash: key.hashValue) }

  /// The slot of a key, or for nil a ghost of the hash.
  @inlinable func slot(of key: Key?, hash: Int) -> Int? {
    var slot = slots[hash]
    while let found = slot, entries[Int(found)].key != key { slot = entries[Int(found)].next }
    return slot.map { Int($0) }
  }

  @inlinable mutating func value(for key: Key) -> Value? {
    let slot = slot(of: key)
    if let slot, deadlines[slot] <= now {
      counts.current.expired += 1
      remove(slot)
    }
    guard let slot, let value = entries[slot].value else {
      counts.current.misses += 1
      return nil
    }
    counts.current.hits += 1
    queues.use(slot)
    if let renewal = entries[slot].renewal { deadlines.set(min(.never, now + renewal), for: slot) }
    return value
  }

  @inlinable mutating func store(
    _ value: Value, for key: Key, cost: Int, lifetime: Int64, renewal: Int64?, isDiscardable: Bool
  ) {
    let hash = key.hashValue
    let old = slot(of: key, hash: hash)
    let isPinned = pins[key] != nil
    guard lifetime > 0, cost <= limits.greatestEntryCost, limits.count > 0,
      isPinned || (pinned.cost <= limits.cost - cost && pinned.count < limits.count)
    else {
      if let old { remove(old) }
      return
    }
    if let old {
      setValue(nil, cost: 0, of: old)
      queues.use(old)
    }
    let slot = old ?? addEntry(for: key, hash: hash, isPinned: isPinned)
    deadlines.set(min(.never, now + lifetime), for: slot)
    shrink(adding: cost, sparing: slot)
    setValue(value, cost: cost, of: slot)
    entries[slot].renewal = renewal
    entries[slot].isDiscardable = isDiscardable
    expectCapacity()
  }

  /// Adds an entry without a value, in the slot that is the key's ghost if there is one.
  @inlinable mutating func addEntry(for key: Key, hash: Int, isPinned: Bool) -> Int {
    let ghost = slot(of: nil, hash: hash)
    let slot = ghost ?? freeSlots.popLast() ?? entries.count
    if ghost == nil {
      let entry = Entry(hash: hash, next: slots.updateValue(Int32(slot), forKey: hash))
      if slot == entries.count { entries.append(entry) } else { entries[slot] = entry }
    }
    (entries[slot].key, entries[slot].isPinned) = (key, isPinned)
    count(slot, times: 1)
    queues.insert(slot)
    if isPinned { queues.remove(slot) }
    return slot
  }

  /// Adds an entry to the usage, or subtracts it where `times` is -1.
  @inlinable mutating func count(_ slot: Int, times: Int) {
    usage.cost += times * entries[slot].cost
    usage.count += times
    guard entries[slot].isPinned else { return }
    pinned.cost += times * entries[slot].cost
    pinned.count += times
  }

  @inlinable mutating func setValue(_ value: Value?, cost: Int, of slot: Int) {
    if let old = entries[slot].value.take() { garbage.append((nil, old)) }
    count(slot, times: -1)
    (entries[slot].value, entries[slot].cost) = (value, cost)
    count(slot, times: 1)
  }

  /// Removes an entry; one that was evicted may be a ghost now, whose slot is not free.
  @inlinable mutating func remove(_ slot: Int) {
    count(slot, times: -1)
    garbage.append((entries[slot].key.take(), entries[slot].value.take()))
    entries[slot].cost = 0
    deadlines.set(.never, for: slot)
    if !queues.isGhost(slot) { free(slot) }
    while let ghost = queues.removeGhost() { free(ghost) }
  }

  @inlinable mutating func free(_ slot: Int) {
    queues.remove(slot)
    freeSlots.append(slot)
    let (hash, next) = (entries[slot].hash, entries[slot].next)
    if var before = slots[hash].map({ Int($0) }), before != slot {
      while let other = entries[before].next, other != slot { before = Int(other) }
      entries[before].next = next
    } else {
      slots[hash] = next
    }
  }

  @discardableResult
  @inlinable mutating func sweep(limit: Int = sweepLimit) -> Int {
    guard deadlines.soonest <= now else { return 0 }
    let due = deadlines.takeDue(at: now, limit: limit)
    for slot in due { remove(slot) }
    counts.current.expired += due.count
    return due.count
  }

  /// Evicts an entry and counts it; returns false where all are pinned.
  @inlinable mutating func evict(_ reason: WritableKeyPath<CacheCounts, Int>) -> Bool {
    guard let slot = queues.evict() else { return false }
    counts.current[keyPath: reason] += 1
    remove(slot)
    return true
  }

  /// Evicts other entries than one until the limits allow so much cost more.
  @inlinable mutating func shrink(adding cost: Int = 0, sparing slot: Int? = nil) {
    while usage.count > limits.count || usage.cost > limits.cost - cost {
      if let slot { queues.remove(slot) }
      if sweep() > 0 { continue }
      guard evict(usage.count > limits.count ? \.evictedByCount : \.evictedByCost) else { break }
    }
    if let slot, !entries[slot].isPinned { queues.restore(slot) }
  }

  @inlinable mutating func expectCapacity() {
    let byCost = Double(limits.cost) * Double(usage.count) / Double(max(1, usage.cost))
    queues.expect(capacity: min(limits.count, Int(min(byCost, 1e9))))
  }

  mutating func setPinned(_ slot: Int, _ isPinned: Bool) {
    count(slot, times: -1)
    entries[slot].isPinned = isPinned
    count(slot, times: 1)
    if isPinned { queues.remove(slot) } else { queues.restore(slot) }
  }

  /// The entry stays, and costs nothing.
  mutating func discard(_ slot: Int) {
    guard entries[slot].value != nil else { return }
    counts.current.discarded += 1
    setValue(nil, cost: 0, of: slot)
  }
}
