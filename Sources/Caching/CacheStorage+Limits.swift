extension CacheStorage {
  /// Keeps a value, and evicts what the limits then do not allow.
  mutating func store(
    _ object: Object, for key: Key, cost: Int, isDiscardable: Bool, at now: Moment
  ) {
    ring.advance(to: now)
    let pins = slots[key].flatMap { entries[$0]?.pins } ?? waitingPins[key] ?? 0
    guard mayKeep(object, cost: cost, isPinned: pins > 0, in: slots[key], at: now) else {
      remove(key)
      return
    }
    let old = slots[key]
    if let old { empty(old) }
    makeRoom(for: cost, isNew: old == nil, at: now)
    let slot = old ?? newSlot()
    entries[slot] = Entry(
      key: key, object: object, cost: cost, pins: pins, isDiscardable: isDiscardable)
    deadlines.set(object.deadline, for: slot)
    usage.cost += cost
    if old == nil {
      slots[key] = slot
      usage.count += 1
      policy.insert(slot, fingerprint: fingerprint(of: key))
      if pins > 0 { pinNew(slot) }
    } else if pins == 0 {
      policy.unpark(slot)
      policy.use(slot)
    }
    if pins > 0 { pinned.cost += cost }
    expectCapacity()
  }

  /// Sets other limits and evicts at once what they do not allow.
  mutating func setLimits(_ limits: CacheLimits, at now: Moment) {
    ring.advance(to: now)
    self.limits = limits
    makeRoom(for: 0, isNew: false, at: now)
    expectCapacity()
  }

  /// Evicts until so many bytes, and one entry more if it is a new one, are within the limits.
  mutating func makeRoom(for cost: Int, isNew: Bool, at now: Moment) {
    while true {
      let isTooMany = isNew ? usage.count >= limits.count : usage.count > limits.count
      guard isTooMany || usage.cost > limits.cost - cost else { return }
      if expireFirst(at: now) { continue }
      guard let victim = policy.evict() else { return }
      ring.count(isTooMany ? \.evictedByCount : \.evictedByCost)
      free(victim)
    }
  }

  func fingerprint(of key: Key) -> UInt32 {
    UInt32(truncatingIfNeeded: key.hashValue)
  }

  /// Whether there is a point in evicting others for a value: what is pinned stays, after all.
  func mayKeep(
    _ object: Object, cost: Int, isPinned: Bool, in slot: Int?, at now: Moment
  ) -> Bool {
    guard cost <= limits.greatestEntryCost, limits.count > 0, !object.isExpired(at: now) else {
      return false
    }
    return isPinned || (pinned.cost <= limits.cost - cost && pinned.count < limits.count)
  }

  /// Takes the content out of an entry that will get another, and keeps it from being evicted.
  mutating func empty(_ slot: Int) {
    guard let cost = entries[slot]?.cost, let pins = entries[slot]?.pins else { return }
    garbage.add(entries[slot]?.object.discard())
    entries[slot]?.cost = 0
    deadlines.remove(slot)
    usage.cost -= cost
    if pins > 0 { pinned.cost -= cost } else { policy.park(slot) }
  }

  mutating func newSlot() -> Int {
    if let slot = free.popLast() { return slot }
    entries.append(nil)
    return entries.count - 1
  }

  mutating func pinNew(_ slot: Int) {
    policy.park(slot)
    pinned.count += 1
    if let key = entries[slot]?.key { waitingPins[key] = nil }
  }

  mutating func expectCapacity() {
    let byCost =
      usage.cost > 0
      ? Double(limits.cost) / Double(usage.cost) * Double(usage.count) : .infinity
    policy.expect(capacity: min(limits.count, byCost < 1e9 ? Int(byCost) : 1_000_000_000))
  }
}
