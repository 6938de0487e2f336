/// The entries of a cache, found by key, in the order of their deadlines and that of eviction.
///
/// A slot is the number of an entry: its index in the arrays here and in both orders. What is taken out
/// is handed to the caller, who releases it outside the lock. Nothing here calls out but the keys' own
/// equality.
struct CacheStorage<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  var table = SlotTable()
  var contents: [CacheContent<Key, Value>] = []
  var entries: [CacheEntry] = []
  var free: [Int] = []
  var deadlines = Deadlines()
  var policy: GridEviction
  var limits: CacheLimits
  let rule: ExpirationExtension
  var ring = CountingRing()
  var garbage = Garbage<CacheContent<Key, Value>>()
  /// The pins of keys that have no entry.
  var waitingPins: [Key: Int] = [:]
  var usage = CacheUsage(cost: 0, count: 0)
  var pinned = CacheUsage(cost: 0, count: 0)
  private(set) var now = Moment(ticks: 0)

  init(policy: GridEviction, limits: CacheLimits, rule: ExpirationExtension) {
    self.policy = policy
    self.limits = limits
    self.rule = rule
  }

  /// Moves on to a moment; an earlier one, read by a thread that then had to wait for the lock, changes
  /// nothing.
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

  /// Looks a key up; a hit extends its lifetime, an expired entry is removed.
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
    extendLifetime(of: slot)
    return contents[slot].value
  }

  /// What is known of a key; not a use of it.
  func presence(of key: Key) -> CachePresence {
    guard let slot = slot(of: key), deadlines.deadline(of: slot) > now else { return .absent }
    return contents[slot].value == nil ? .discarded : .present
  }

  /// Removes an entry and returns its cost in bytes; nil where there is none.
  mutating func remove(_ key: Key) -> Int? {
    guard let slot = slot(of: key) else { return nil }
    let cost = entries[slot].cost
    remove(slot)
    return cost
  }

  /// Removes every entry.
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

  /// The hash by which a key is found; best computed before the lock is taken.
  static func hash(of key: Key) -> UInt32 {
    UInt32(truncatingIfNeeded: key.hashValue)
  }

  mutating func remove(_ slot: Int) {
    policy.remove(slot)
    free(slot)
  }

  /// Removes an entry that the policy has forgotten already.
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

  /// Fetches the memory that removing an entry will touch.
  func prefetchRemoval(of slot: Int) {
    table.prefetch(entries[slot].hash)
    contents.prefetchReferences(of: slot)
  }
}

/// The part of an entry that a hit reads, apart from the rest so that it takes less of the processor's
/// cache.
struct CacheContent<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// Nil where the slot is free.
  var key: Key?
  /// Nil where the slot is free or the content was discarded.
  var value: Value?
  /// How many ticks the entry lives from a hit on; zero where a hit does not extend its lifetime.
  var renewal: Int64 = 0

  /// Frees the slot and hands over what was in it.
  mutating func takeAll() -> CacheContent {
    let taken = self
    self = CacheContent()
    return taken
  }
}

/// The part of an entry that a hit does not read.
struct CacheEntry: Sendable {
  var hash: UInt32 = 0
  var pins: Int32 = 0
  /// In bytes.
  var cost = 0
  var isDiscardable = false
}

/// What was taken out under the lock, to be released outside it.
///
/// The last reference to a key or a value may run code of its owner, which must not find the cache
/// locked; and releasing what has long been out of the processor's cache takes its time.
struct Garbage<Element: Sendable>: Sendable {
  private(set) var first: Element?
  private var rest: [Element] = []

  init() {}

  /// Keeps an element; the first needs no allocation.
  mutating func add(_ element: Element) {
    if first == nil { first = element } else { rest.append(element) }
  }
}
