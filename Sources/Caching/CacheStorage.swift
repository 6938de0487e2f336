/// The entries of a cache, found by key, in the order of their deadlines and that of eviction.
///
/// Entries lie in one array; a slot is the place of one there and its number in the heap of
/// deadlines and in the policy. What is taken out is handed to the caller, to be released outside
/// the lock. Nothing here calls out but the keys' own hashing and equality.
struct CacheStorage<Key: Hashable & Sendable, Value: Sendable, Policy: EvictionPolicy>: Sendable {
  typealias Object = ExpirableObject<Value>

  struct Entry: Sendable {
    let key: Key
    var object: Object
    var cost: Int
    var pins: Int
    let isDiscardable: Bool
  }

  var slots: [Key: Int] = [:]
  var entries: [Entry?] = []
  var free: [Int] = []
  var deadlines = ExpiryHeap()
  var policy: Policy
  var limits: CacheLimits
  var rule: LifetimeExtension
  var ring = CountingRing()
  var garbage = Garbage<Value>()
  /// How often keys are pinned that have no entry.
  var waitingPins: [Key: Int] = [:]
  var usage = CacheUsage(cost: 0, count: 0)
  var pinned = CacheUsage(cost: 0, count: 0)

  init(policy: Policy, limits: CacheLimits, rule: LifetimeExtension) {
    self.policy = policy
    self.limits = limits
    self.rule = rule
  }

  /// Hands over what was taken out, to be released outside the lock.
  mutating func takeGarbage() -> Garbage<Value> {
    let taken = garbage
    garbage = Garbage()
    return taken
  }

  /// Looks a key up; a hit moves its deadline, an expired entry is gone.
  mutating func value(for key: Key, at now: Moment) -> Value? {
    ring.advance(to: now)
    guard let slot = slots[key], let value = entries[slot]?.object.content else {
      ring.miss()
      return nil
    }
    guard let deadline = entries[slot]?.object.deadline, deadline > now else {
      ring.miss()
      expire(slot)
      return nil
    }
    ring.hit()
    policy.use(slot)
    if rule != .none { extend(slot, at: now) }
    return value
  }

  /// What is known of a key; not a use of it.
  func presence(of key: Key, at now: Moment) -> CachePresence {
    guard let entry = slots[key].flatMap({ entries[$0] }), !entry.object.isExpired(at: now) else {
      return .absent
    }
    return entry.object.content == nil ? .discarded : .present
  }

  /// Takes an entry out and tells its cost.
  @discardableResult
  mutating func remove(_ key: Key) -> Int? {
    guard let slot = slots[key], let cost = entries[slot]?.cost else { return nil }
    policy.remove(slot)
    free(slot)
    return cost
  }

  /// Takes an entry out that the policy has forgotten already.
  mutating func free(_ slot: Int) {
    guard let entry = entries[slot] else { return }
    var last = entry
    entries[slot] = nil
    slots[entry.key] = nil
    deadlines.remove(slot)
    free.append(slot)
    usage.cost -= entry.cost
    usage.count -= 1
    if entry.pins > 0 {
      pinned.cost -= entry.cost
      pinned.count -= 1
      waitingPins[entry.key] = entry.pins
    }
    garbage.add(last.object.discard())
  }
}
