extension CacheStorage {
  /// Stores a value, and evicts what the limits then do not allow.
  @inlinable mutating func store(
    _ value: Value, for key: Key, hash: UInt32, cost: Int, lifetime: Lifetime, isDiscardable: Bool
  ) {
    prefetchStore(of: hash, cost: cost)
    let old = slot(of: key, hash: hash)
    let pins = old.map { Int(entries[$0].pins) } ?? waitingPins[key] ?? 0
    guard lifetime.deadline(from: now) > now, mayKeep(cost: cost, isPinned: pins > 0) else {
      if let old { remove(old) }
      return
    }
    if let old { empty(old, for: cost) } else { makeRoom(for: cost, isNew: true) }
    let slot = old ?? newSlot(for: key, hash: hash, pins: pins)
    entries[slot] = CacheEntry(
      hash: hash, pins: Int32(pins), cost: cost, isDiscardable: isDiscardable)
    deadlines.set(lifetime.deadline(from: now), for: slot)
    contents[slot].value = value
    contents[slot].renewal = lifetime.renewal
    usage.cost += cost
    if pins > 0 { pinned.cost += cost }
    expectCapacity()
  }

  /// Sets other limits and evicts at once what they do not allow.
  @inlinable mutating func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    makeRoom(for: 0, isNew: false)
    expectCapacity()
  }

  /// Evicts until the limits allow so many bytes more, and one entry more if it is a new one.
  @inlinable mutating func makeRoom(for cost: Int, isNew: Bool) {
    while true {
      let isTooMany = isNew ? usage.count >= limits.count : usage.count > limits.count
      guard isTooMany || usage.cost > limits.cost - cost else { return }
      if sweep(limit: 256) > 0 { continue }
      guard let victim = policy.evict() else { return }
      if isTooMany { ring.current.evictedByCount += 1 } else { ring.current.evictedByCost += 1 }
      free(victim)
    }
  }

  /// Whether evicting others can make room for a value: what is pinned stays.
  @inlinable func mayKeep(cost: Int, isPinned: Bool) -> Bool {
    guard cost <= limits.greatestEntryCost, limits.count > 0 else { return false }
    return isPinned || (pinned.cost <= limits.cost - cost && pinned.count < limits.count)
  }

  /// Takes the content out of an entry that will get another of a cost in bytes, and makes room for it;
  /// the entry itself is not evicted meanwhile, and counts as hit.
  @inlinable mutating func empty(_ slot: Int, for cost: Int) {
    garbage.add(CacheContent(value: contents[slot].value.take()))
    let old = entries[slot].cost
    entries[slot].cost = 0
    usage.cost -= old
    deadlines.set(.never, for: slot)
    guard entries[slot].pins == 0 else {
      pinned.cost -= old
      return makeRoom(for: cost, isNew: false)
    }
    if usage.cost > limits.cost - cost {
      policy.park(slot)
      makeRoom(for: cost, isNew: false)
      policy.unpark(slot)
    }
    policy.use(slot)
  }

  /// Makes an entry without content for a key that has none.
  @inlinable mutating func newSlot(for key: Key, hash: UInt32, pins: Int) -> Int {
    let slot = free.popLast() ?? entries.count
    if slot == entries.count {
      contents.append(CacheContent())
      entries.append(CacheEntry())
    }
    table.insert(slot, hash: hash)
    policy.insert(slot, fingerprint: hash)
    contents[slot].key = key
    usage.count += 1
    if pins > 0 {
      policy.park(slot)
      pinned.count += 1
      waitingPins[key] = nil
    }
    return slot
  }

  /// Fetches at once all memory that a new entry and the one evicted for it will touch: each line is
  /// far from the others and long out of the processor's cache.
  @inlinable func prefetchStore(of hash: UInt32, cost: Int) {
    policy.prefetch(hash)
    guard usage.count >= limits.count || usage.cost > limits.cost - cost else { return }
    guard let candidate = policy.candidate else { return }
    prefetchRemoval(of: candidate)
    policy.prefetch(entries[candidate].hash)
  }

  @inlinable mutating func expectCapacity() {
    let byCost =
      usage.cost > 0
      ? Double(limits.cost) / Double(usage.cost) * Double(usage.count) : .infinity
    policy.expect(capacity: min(limits.count, byCost < 1e9 ? Int(byCost) : 1_000_000_000))
  }
}

/// Pins.
extension CacheStorage {
  /// Adds a pin; a key without an entry keeps its pins for the entry to come.
  @inlinable mutating func pin(_ key: Key) {
    guard let slot = slot(of: key) else {
      waitingPins[key, default: 0] += 1
      return
    }
    entries[slot].pins += 1
    guard entries[slot].pins == 1 else { return }
    pinned.cost += entries[slot].cost
    pinned.count += 1
    policy.park(slot)
  }

  /// Takes a pin off; without the last one the entry may be evicted again.
  @inlinable mutating func unpin(_ key: Key) {
    guard let slot = slot(of: key) else {
      guard let pins = waitingPins[key] else { return }
      waitingPins[key] = pins > 1 ? pins - 1 : nil
      return
    }
    guard entries[slot].pins > 0 else { return }
    entries[slot].pins -= 1
    guard entries[slot].pins == 0 else { return }
    pinned.cost -= entries[slot].cost
    pinned.count -= 1
    policy.unpark(slot)
    makeRoom(for: 0, isNew: false)
  }
}

/// Memory pressure.
extension CacheStorage {
  /// Evicts or discards in the order of eviction until the costs are at most this, in bytes.
  ///
  /// A discardable value gives up its content and its key stays; a key without content is evicted, so
  /// that keys do not accumulate.
  @inlinable mutating func trim(toCost cost: Int) {
    var kept: [Int] = []
    while usage.cost > cost {
      if sweep(limit: 256) > 0 { continue }
      guard let slot = policy.evict() else { break }
      if entries[slot].isDiscardable, contents[slot].value != nil {
        discard(slot)
        kept.append(slot)
      } else {
        ring.current.evictedByPressure += 1
        free(slot)
      }
    }
    for slot in kept { policy.insert(slot, fingerprint: entries[slot].hash) }
  }

  /// Removes everything that is not pinned.
  @inlinable mutating func trimToPinned() {
    sweep()
    while let slot = policy.evict() {
      ring.current.evictedByPressure += 1
      free(slot)
    }
  }

  /// Makes every value that is not pinned give up its content; keys and deadlines stay.
  @inlinable mutating func discardUnpinned() {
    sweep()
    for slot in contents.indices where contents[slot].value != nil && entries[slot].pins == 0 {
      discard(slot)
    }
  }

  @inlinable mutating func discard(_ slot: Int) {
    ring.current.discarded += 1
    garbage.add(CacheContent(value: contents[slot].value.take()))
    usage.cost -= entries[slot].cost
    entries[slot].cost = 0
  }
}
