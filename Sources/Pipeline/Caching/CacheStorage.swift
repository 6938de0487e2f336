/// The entries of a cache, found by key, in the order of their deadlines and that of eviction.
///
/// A slot is the number of an entry: its index in the arrays here and in both orders. What is taken out
/// is handed to the caller, who releases it outside the lock. Nothing here calls out but the keys' own
/// equality.
@usableFromInline struct CacheStorage<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline var table = SlotTable()
  @usableFromInline var contents: [CacheContent<Key, Value>] = []
  @usableFromInline var entries: [CacheEntry] = []
  @usableFromInline var free: [Int] = []
  @usableFromInline var deadlines = Deadlines()
  @usableFromInline var policy: GridEviction
  @usableFromInline var limits: CacheLimits
  @usableFromInline let rule: ExpirationExtension
  @usableFromInline var ring = CountingRing()
  @usableFromInline var garbage = Garbage<CacheContent<Key, Value>>()
  /// The pins of keys that have no entry.
  @usableFromInline var waitingPins: [Key: Int] = [:]
  @usableFromInline var usage = CacheUsage(cost: 0, count: 0)
  @usableFromInline var pinned = CacheUsage(cost: 0, count: 0)
  @usableFromInline var now = Moment(ticks: 0)

  @inlinable init(policy: GridEviction, limits: CacheLimits, rule: ExpirationExtension) {
    self.policy = policy
    self.limits = limits
    self.rule = rule
  }

  /// Moves on to a moment; an earlier one, read by a thread that then had to wait for the lock, changes
  /// nothing.
  @inlinable mutating func advance(to moment: Moment) {
    guard moment > now else { return }
    now = moment
    ring.advance(to: now)
  }

  /// Hands over what was taken out, to be released outside the lock.
  @inlinable mutating func takeGarbage() -> Garbage<CacheContent<Key, Value>> {
    let taken = garbage
    garbage = Garbage()
    return taken
  }

  /// Looks a key up; a hit extends its lifetime, an expired entry is removed.
  @inlinable mutating func value(for key: Key, hash: UInt32) -> Value? {
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
    extendLifetime(of: slot)
    return contents[slot].value
  }

  /// What is known of a key; not a use of it.
  @inlinable func presence(of key: Key) -> CachePresence {
    guard let slot = slot(of: key), deadlines.deadline(of: slot) > now else { return .absent }
    return contents[slot].value == nil ? .discarded : .present
  }

  /// Removes an entry and returns its cost in bytes; nil where there is none.
  @inlinable mutating func remove(_ key: Key) -> Int? {
    guard let slot = slot(of: key) else { return nil }
    let cost = entries[slot].cost
    remove(slot)
    return cost
  }

  /// Removes every entry.
  @inlinable mutating func removeAll() {
    for slot in contents.indices where contents[slot].key != nil { remove(slot) }
  }

  @inlinable func slot(of key: Key) -> Int? {
    slot(of: key, hash: Self.hash(of: key))
  }

  @inlinable func slot(of key: Key, hash: UInt32) -> Int? {
    table.slot(hash: hash) { slot in
      if let held = contents[slot].key { held == key } else { false }
    }
  }

  /// The hash by which a key is found; best computed before the lock is taken.
  @inlinable static func hash(of key: Key) -> UInt32 {
    UInt32(truncatingIfNeeded: key.hashValue)
  }

  @inlinable mutating func remove(_ slot: Int) {
    policy.remove(slot)
    free(slot)
  }

  /// Removes an entry that the policy has forgotten already.
  @inlinable mutating func free(_ slot: Int) {
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

  /// Fetches the memory that removing an entry will touch.
  @inlinable func prefetchRemoval(of slot: Int) {
    table.prefetch(entries[slot].hash)
    contents.prefetchReferences(of: slot)
  }
}

/// The part of an entry that a hit reads, apart from the rest so that it takes less of the processor's
/// cache.
@usableFromInline struct CacheContent<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// Nil where the slot is free.
  @usableFromInline var key: Key?
  /// Nil where the slot is free or the content was discarded.
  @usableFromInline var value: Value?
  /// How many ticks the entry lives from a hit on; zero where a hit does not extend its lifetime.
  @usableFromInline var renewal: Int64 = 0

  @inlinable init(key: Key? = nil, value: Value? = nil, renewal: Int64 = 0) {
    (self.key, self.value, self.renewal) = (key, value, renewal)
  }

  /// Frees the slot and hands over what was in it.
  @inlinable mutating func takeAll() -> CacheContent {
    let taken = self
    self = CacheContent()
    return taken
  }
}

/// The part of an entry that a hit does not read.
@usableFromInline struct CacheEntry: Sendable {
  @usableFromInline var hash: UInt32 = 0
  @usableFromInline var pins: Int32 = 0
  /// In bytes.
  @usableFromInline var cost = 0
  @usableFromInline var isDiscardable = false

  @inlinable init(hash: UInt32 = 0, pins: Int32 = 0, cost: Int = 0, isDiscardable: Bool = false) {
    (self.hash, self.pins, self.cost) = (hash, pins, cost)
    self.isDiscardable = isDiscardable
  }
}

/// What was taken out under the lock, to be released outside it.
///
/// The last reference to a key or a value may run code of its owner, which must not find the cache
/// locked; and releasing what has long been out of the processor's cache takes its time.
@usableFromInline struct Garbage<Element: Sendable>: Sendable {
  @usableFromInline var first: Element?
  @usableFromInline var rest: [Element] = []

  @inlinable init() {}

  /// Keeps an element; the first needs no allocation.
  @inlinable mutating func add(_ element: Element) {
    if first == nil { first = element } else { rest.append(element) }
  }
}
