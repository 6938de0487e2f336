/// The entries of a cache, found by key, in the order of their deadlines and that of eviction.
///
/// A slot is the number of an entry, and its place in the arrays here and in the two orders. What is
/// taken out is handed to the caller, to be released outside the lock. Nothing here calls out but the keys' own equality.
struct CacheStorage<Key: Hashable & Sendable, Value: Sendable, Policy: EvictionPolicy>: Sendable {
  var table = SlotTable()
  var contents: [CacheContent<Key, Value>] = []
  var entries: [CacheEntry] = []
  var free: [Int] = []
  var deadlines = Deadlines()
  var policy: Policy
  var limits: CacheLimits
  let rule: LifetimeExtension
  var ring = CountingRing()
  var garbage = Garbage<CacheContent<Key, Value>>()
  /// How often keys are pinned that have no entry.
  var waitingPins: [Key: Int] = [:]
  var usage = CacheUsage(cost: 0, count: 0)
  var pinned = CacheUsage(cost: 0, count: 0)
  private(set) var now = Moment(ticks: 0)

  init(policy: Policy, limits: CacheLimits, rule: LifetimeExtension) {
    self.policy = policy
    self.limits = limits
    self.rule = rule
  }

  /// Goes on to a moment; one that is over already, read by a thread that then had to wait for the
  /// lock, changes nothing.
  mutating func advance(to moment: Moment) {
    guard moment > now else { return }
    now = moment
    ring.advance(to: now)
  }

  /// Hands over what was taken out, to be released outside the lock.
  mutating func takeGarbage() -> Garbage<CacheContent<Key, Value>> {
    let taken = garbage
    garbage = Garbage()
    return taken
  }

  /// Looks a key up; a hit moves its deadline, an expired entry is gone.
  mutating func value(for key: Key, hash: UInt32) -> Value? {
    guard let slot = slot(of: key, hash: hash), contents[slot].value != nil else {
      ring.current.misses += 1
      return nil
    }
    guard deadlines.deadline(of: slot) > now else {
      ring.current.misses += 1
      expire(slot)
      return nil
    }
    ring.current.hits += 1
    policy.use(slot)
    extend(slot)
    return contents[slot].value
  }

  /// What is known of a key; not a use of it.
  func presence(of key: Key) -> CachePresence {
    guard let slot = slot(of: key), deadlines.deadline(of: slot) > now else { return .absent }
    return contents[slot].value == nil ? .discarded : .present
  }

  /// Takes an entry out and tells its cost.
  @discardableResult
  mutating func remove(_ key: Key) -> Int? {
    guard let slot = slot(of: key) else { return nil }
    let cost = entries[slot].cost
    remove(slot)
    return cost
  }

  /// Takes everything out.
  mutating func removeAll() {
    for slot in contents.indices where contents[slot].key != nil { remove(slot) }
  }

  func slot(of key: Key) -> Int? {
    slot(of: key, hash: Self.hash(of: key))
  }

  func slot(of key: Key, hash: UInt32) -> Int? {
    table.slot(hash: hash) { slot in
      if let held = contents[slot].key { held == key } else { false }
    }
  }

  /// What a key is found by; best computed before the lock is taken.
  static func hash(of key: Key) -> UInt32 {
    UInt32(truncatingIfNeeded: key.hashValue)
  }

  /// Asks for the memory that is touched where an entry is taken out.
  func prefetchRemoval(of slot: Int) {
    table.prefetch(entries[slot].hash)
    contents.prefetchReferences(of: slot)
  }

  mutating func remove(_ slot: Int) {
    policy.remove(slot)
    free(slot)
  }

  /// Takes an entry out that the policy has forgotten already.
  mutating func free(_ slot: Int) {
    let entry = entries[slot]
    if entry.pins > 0, let key = contents[slot].key { waitingPins[key] = Int(entry.pins) }
    garbage.add(contents[slot].takeAll())
    table.remove(slot, hash: entry.hash)
    deadlines.set(.never, for: slot)
    free.append(slot)
    usage.cost -= entry.cost
    usage.count -= 1
    if entry.pins > 0 {
      pinned.cost -= entry.cost
      pinned.count -= 1
    }
  }
}
