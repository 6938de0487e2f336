extension CacheStorage {
  /// Keeps a value, and evicts what the limits then do not allow.
  mutating func store(
    _ value: Value, for key: Key, hash: UInt32, cost: Int, lifetime: Lifetime, isDiscardable: Bool
  ) {
    prefetch(hash, cost: cost)
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
    contents[slot].set(value, renewal: lifetime.renewal)
    usage.cost += cost
    if pins > 0 { pinned.cost += cost }
    expectCapacity()
  }

  /// Sets other limits and evicts at once what they do not allow.
  mutating func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    makeRoom(for: 0, isNew: false)
    expectCapacity()
  }

  /// Evicts until so many bytes, and one entry more if it is a new one, are within the limits.
  mutating func makeRoom(for cost: Int, isNew: Bool) {
    while true {
      let isTooMany = isNew ? usage.count >= limits.count : usage.count > limits.count
      guard isTooMany || usage.cost > limits.cost - cost else { return }
      if sweep(limit: 256) > 0 { continue }
      guard let victim = policy.evict() else { return }
      if isTooMany { ring.current.evictedByCount += 1 } else { ring.current.evictedByCost += 1 }
      free(victim)
    }
  }

  /// Whether there is a point in evicting others for a value: what is pinned stays, after all.
  private func mayKeep(cost: Int, isPinned: Bool) -> Bool {
    guard cost <= limits.greatestEntryCost, limits.count > 0 else { return false }
    return isPinned || (pinned.cost <= limits.cost - cost && pinned.count < limits.count)
  }

  /// Takes the content out of an entry that will get another of a cost in bytes, and makes room for
  /// that; it is not evicted itself meanwhile, and counts as hit.
  private mutating func empty(_ slot: Int, for cost: Int) {
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
  private mutating func newSlot(for key: Key, hash: UInt32, pins: Int) -> Int {
    let slot = free.popLast() ?? entries.count
    if slot == entries.count {
      contents.append(CacheContent())
      entries.append(CacheEntry())
    }
    table.insert(slot, hash: hash)
    policy.insert(slot, fingerprint: hash)
    contents[slot].key = key
    usage.count += 1
    if pins > 0 { pinNew(slot, key) }
    return slot
  }

  /// Asks for all the memory at once that a new entry and the one that goes for it will touch: each
  /// line is far from the others and long out of the processor's cache.
  private func prefetch(_ hash: UInt32, cost: Int) {
    policy.prefetch(hash)
    guard usage.count >= limits.count || usage.cost > limits.cost - cost else { return }
    guard let candidate = policy.candidate else { return }
    prefetchRemoval(of: candidate)
    policy.prefetch(entries[candidate].hash)
  }

  private mutating func pinNew(_ slot: Int, _ key: Key) {
    policy.park(slot)
    pinned.count += 1
    waitingPins[key] = nil
  }

  private mutating func expectCapacity() {
    let byCost =
      usage.cost > 0
      ? Double(limits.cost) / Double(usage.cost) * Double(usage.count) : .infinity
    policy.expect(capacity: min(limits.count, byCost < 1e9 ? Int(byCost) : 1_000_000_000))
  }
}
