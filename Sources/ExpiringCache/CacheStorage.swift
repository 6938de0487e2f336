/// The entries of a cache, found by key, with their deadlines and the order of eviction.
///
/// A slot is the number of an entry: its index in the arrays here, in the deadlines and in the eviction
/// queues. What is removed becomes garbage, which the caller releases outside the lock.
@usableFromInline struct CacheStorage<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline struct Entry: Sendable {
    /// Nil where the slot is free.
    @usableFromInline var key: Key?
    /// Nil where it was discarded or the slot is free.
    @usableFromInline var value: Value?
    @usableFromInline let hash: Int
    /// Another slot whose key has the same hash.
    @usableFromInline var next: Int32?
    @usableFromInline var cost = 0
    /// The ticks that the entry lives from a hit on; zero where a hit does not extend its lifetime.
    @usableFromInline var renewal: Int64 = 0
    @usableFromInline var isPinned: Bool
    @usableFromInline var isDiscardable = false

    @inlinable init(key: Key, hash: Int, next: Int32?, isPinned: Bool) {
      (self.key, self.hash, self.next, self.isPinned) = (key, hash, next, isPinned)
    }
  }

  /// The first slot of each hash; by key, each eviction would hash and compare keys that have long left
  /// the processor's cache.
  @usableFromInline var slots: [Int: Int32] = [:]
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var freeSlots: [Int] = []
  @usableFromInline var deadlines = Deadlines()
  @usableFromInline var queues: EvictionQueues
  @usableFromInline var limits: CacheLimits
  @usableFromInline let extending: ExpirationExtension
  @usableFromInline var counts = CountHistory()
  /// The number of pins of each pinned key, whether it has an entry or not.
  @usableFromInline var pins: [Key: Int] = [:]
  @usableFromInline var usage = CacheUsage(cost: 0, count: 0)
  /// The part of the usage that is pinned.
  @usableFromInline var pinned = CacheUsage(cost: 0, count: 0)
  @usableFromInline var now = Moment(ticks: 0)
  @usableFromInline var garbage: [(Key?, Value?)] = []

  @inlinable init(limits: CacheLimits, extending: ExpirationExtension, lruBelow: Int) {
    (self.limits, self.extending) = (limits, extending)
    queues = EvictionQueues(lruBelow: lruBelow)
  }

  /// Moves on to a moment; an earlier one, read by a thread that then waited for the lock, changes
  /// nothing.
  @inlinable mutating func advance(to moment: Moment) {
    guard moment > now else { return }
    now = moment
    if now >= counts.end { counts.advance(to: now) }
  }

  @inlinable mutating func takeGarbage() -> [(Key?, Value?)] {
    guard !garbage.isEmpty else { return [] }
    defer { garbage = [] }
    return garbage
  }

  @inlinable func slot(of key: Key, hash: Int? = nil) -> Int? {
    var slot = slots[hash ?? key.hashValue]
    while let found = slot {
      if entries[Int(found)].key == key { return Int(found) }
      slot = entries[Int(found)].next
    }
    return nil
  }

  @inlinable mutating func value(for key: Key, hash: Int) -> Value? {
    guard let slot = slot(of: key, hash: hash), let value = entries[slot].value else {
      counts.current.misses += 1
      return nil
    }
    guard deadlines[slot] > now else {
      counts.current.misses += 1
      counts.current.expired += 1
      remove(slot)
      return nil
    }
    counts.current.hits += 1
    queues.use(slot)
    switch extending {
    case .none: break
    case .ownLifetime:
      let renewal = entries[slot].renewal
      if renewal != 0 { deadlines.set(now.advanced(by: renewal), for: slot) }
    case .lifetime(let expiration):
      deadlines.set(expiration.deadline(from: now), for: slot)
    }
    return value
  }

  /// Removes expired entries, at most so many, and returns their number.
  @discardableResult
  @inlinable mutating func sweep(limit: Int = .max) -> Int {
    guard deadlines.soonest <= now else { return 0 }
    let due = deadlines.takeDue(at: now, limit: limit)
    for slot in due { remove(slot) }
    counts.current.expired += due.count
    return due.count
  }

  @inlinable mutating func remove(_ slot: Int) {
    queues.remove(slot)
    free(slot)
  }

  /// Evicts an entry and counts it; returns false where all are pinned.
  @inlinable mutating func evict(_ reason: WritableKeyPath<CacheCounts, Int>) -> Bool {
    guard let victim = queues.evict() else { return false }
    counts.current[keyPath: reason] += 1
    free(victim)
    return true
  }

  /// Removes an entry that is in no queue any more.
  @inlinable mutating func free(_ slot: Int) {
    if let index = slots.index(forKey: entries[slot].hash) {
      var before = Int(slots.values[index])
      if before != slot {
        while let next = entries[before].next, next != slot { before = Int(next) }
        entries[before].next = entries[slot].next
      } else if let next = entries[slot].next {
        slots.values[index] = next
      } else {
        slots.remove(at: index)
      }
    }
    count(slot, cost: -entries[slot].cost, entries: -1)
    garbage.append((entries[slot].key.take(), entries[slot].value.take()))
    deadlines.set(.never, for: slot)
    freeSlots.append(slot)
  }

  /// Changes what an entry adds to the usage.
  @inlinable mutating func count(_ slot: Int, cost: Int, entries number: Int = 0) {
    usage.cost += cost
    usage.count += number
    guard entries[slot].isPinned else { return }
    pinned.cost += cost
    pinned.count += number
  }

  /// Stores a value, and evicts others until the limits allow it: what is pinned stays.
  @inlinable mutating func store(
    _ value: Value, for key: Key, hash: Int, cost: Int, expiration: Expiration, isDiscardable: Bool
  ) {
    let deadline = expiration.deadline(from: now)
    let isPinned = !pins.isEmpty && pins[key] != nil
    let old = slot(of: key, hash: hash)
    guard deadline > now, cost <= limits.greatestEntryCost, limits.count > 0,
      isPinned || (pinned.cost <= limits.cost - cost && pinned.count < limits.count)
    else {
      if let old { remove(old) }
      return
    }
    if let old { empty(old, for: cost) } else { makeRoom(for: cost, isNew: true) }
    let slot = old ?? newSlot(for: key, hash: hash, isPinned: isPinned)
    deadlines.set(deadline, for: slot)
    entries[slot].value = value
    entries[slot].cost = cost
    entries[slot].renewal = expiration.renewal
    entries[slot].isDiscardable = isDiscardable
    count(slot, cost: cost)
    expectCapacity()
  }

  /// Makes an entry without a value for a key that has none.
  @inlinable mutating func newSlot(for key: Key, hash: Int, isPinned: Bool) -> Int {
    let slot = freeSlots.popLast() ?? entries.count
    let next = slots.updateValue(Int32(slot), forKey: hash)
    let entry = Entry(key: key, hash: hash, next: next, isPinned: isPinned)
    if slot == entries.count { entries.append(entry) } else { entries[slot] = entry }
    count(slot, cost: 0, entries: 1)
    queues.insert(slot, hash: UInt32(truncatingIfNeeded: hash))
    if isPinned { queues.remove(slot) }
    return slot
  }

  /// Takes the value out of an entry that will get another, and makes room for its cost; the entry
  /// itself is not evicted meanwhile and counts as used.
  @inlinable mutating func empty(_ slot: Int, for cost: Int) {
    takeValue(slot)
    deadlines.set(.never, for: slot)
    let isEvictable = !entries[slot].isPinned
    if isEvictable, usage.cost > limits.cost - cost { queues.remove(slot) }
    makeRoom(for: cost, isNew: false)
    if isEvictable {
      queues.restore(slot)
      queues.use(slot)
    }
  }

  @inlinable mutating func takeValue(_ slot: Int) {
    garbage.append((nil, entries[slot].value.take()))
    count(slot, cost: -entries[slot].cost)
    entries[slot].cost = 0
  }

  /// Evicts until the limits allow so much cost more, and one entry more if it is a new one.
  @inlinable mutating func makeRoom(for cost: Int, isNew: Bool) {
    while true {
      let isTooMany = isNew ? usage.count >= limits.count : usage.count > limits.count
      guard isTooMany || usage.cost > limits.cost - cost else { return }
      if sweep(limit: 256) > 0 { continue }
      guard evict(isTooMany ? \.evictedByCount : \.evictedByCost) else { return }
    }
  }

  /// Tells the queues how many entries of the mean cost there is room for.
  @inlinable mutating func expectCapacity() {
    let byCost =
      usage.cost > 0 ? Double(limits.cost) / Double(usage.cost) * Double(usage.count) : .infinity
    queues.expect(capacity: min(limits.count, byCost < 1e9 ? Int(byCost) : 1_000_000_000))
  }
}

extension CacheStorage {
  mutating func pin(_ key: Key) {
    pins[key, default: 0] += 1
    guard pins[key] == 1, let slot = slot(of: key) else { return }
    entries[slot].isPinned = true
    pinned = CacheUsage(cost: pinned.cost + entries[slot].cost, count: pinned.count + 1)
    queues.remove(slot)
  }

  mutating func unpin(_ key: Key) {
    guard let index = pins.index(forKey: key) else { return }
    pins.values[index] -= 1
    guard pins.values[index] == 0 else { return }
    garbage.append((pins.remove(at: index).key, nil))
    guard let slot = slot(of: key) else { return }
    entries[slot].isPinned = false
    pinned = CacheUsage(cost: pinned.cost - entries[slot].cost, count: pinned.count - 1)
    queues.restore(slot)
    makeRoom(for: 0, isNew: false)
  }

  /// Discards a value; its entry stays and costs nothing.
  mutating func discard(_ slot: Int) {
    guard entries[slot].value != nil else { return }
    counts.current.discarded += 1
    takeValue(slot)
  }

  /// Evicts or discards in the order of eviction until the costs are at most this.
  ///
  /// A key that was discarded before is evicted, so that keys do not accumulate.
  mutating func trim(to cost: Int) {
    var kept: [Int] = []
    while usage.cost > cost {
      if sweep(limit: 256) > 0 { continue }
      guard let slot = queues.evict() else { break }
      if entries[slot].isDiscardable, entries[slot].value != nil {
        discard(slot)
        kept.append(slot)
      } else {
        counts.current.evictedByPressure += 1
        free(slot)
      }
    }
    for slot in kept { queues.restore(slot) }
  }

  func nextToExpire(_ limit: Int) -> [CachedEntry<Key>] {
    var found: [(deadline: Moment, slot: Int)] = []
    var bound: Moment?
    /// Keeps the earliest; of equal deadlines the one in the lower slot.
    func keepEarliest() {
      found.sort { ($0.deadline, $0.slot) < ($1.deadline, $1.slot) }
      found.removeLast(max(0, found.count - max(0, limit)))
    }
    for slot in entries.indices where deadlines[slot] > now {
      if let bound, deadlines[slot] >= bound { continue }
      guard entries[slot].key != nil else { continue }
      found.append((deadlines[slot], slot))
      guard found.count > 1_000, found.count / 2 > limit else { continue }
      keepEarliest()
      bound = found.last?.deadline
    }
    keepEarliest()
    return found.compactMap { deadline, slot in
      let entry = entries[slot]
      let timeLeft = deadline == .never ? nil : now.duration(to: deadline)
      return entry.key.map {
        CachedEntry(
          key: $0, cost: entry.cost, timeLeft: timeLeft, isPinned: entry.isPinned,
          isDiscarded: entry.value == nil)
      }
    }
  }
}
