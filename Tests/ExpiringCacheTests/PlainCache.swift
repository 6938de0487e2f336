import Base
import ExpiringCache
import TestSupport

/// A reference model of the cache as a searched list: slow, but easy to verify.
///
/// Where the eviction order is not plain recency, the model adopts what the cache has evicted,
/// after it has checked that an eviction was due and that no pinned entry was evicted.
struct PlainCache {
  enum Operation {
    case store(Int, String, cost: Int, lifetime: Duration?, isDiscardable: Bool)
    case storeWithin(Int, String, cost: Int, Duration)
    case get(Int)
    case remove(Int)
    case wait(Duration)
    case sweep
    case nextExpiry
    case list(Int)
    case pin(Int)
    case unpin(Int)
    case limit(CacheLimits)
    case discard
    case trim(Double)
    case trimToPinned
  }

  /// What a cache stores for a key.
  struct CachedEntry: Hashable {
    var key: Int
    var value: String?
    var cost: Int
    var pins: Int
  }

  private struct Entry {
    var held: CachedEntry
    /// Nil where a hit does not move the deadline.
    var lifetime: Duration?
    var deadline: ManualClock.Instant
    var isDiscardable = false
  }

  /// The least recently used first.
  private var entries: [Entry] = []
  private var waitingPins: [Int: Int] = [:]
  private var limits: CacheLimits
  private let isByRecency: Bool
  /// Whether the last operation may have evicted.
  private var mayEvict = false
  /// The limit of the costs after the last operation, if that was to trim them.
  private var trimmedCost: Int?

  init(limits: CacheLimits, isByRecency: Bool) {
    self.limits = limits
    self.isByRecency = isByRecency
  }

  private var cost: Int { entries.reduce(0) { $0 + $1.held.cost } }
  private var isOverfull: Bool { cost > limits.cost || entries.count > limits.count }

  /// Applies an operation as the cache should, and returns what a lookup should find.
  mutating func apply(_ operation: Operation, at now: ManualClock.Instant) -> String? {
    mayEvict = false
    trimmedCost = nil
    switch operation {
    case .store(let key, let value, let cost, let lifetime, let isDiscardable):
      let lifetime = lifetime ?? .seconds(10)
      let held = CachedEntry(key: key, value: value, cost: cost, pins: 0)
      store(
        Entry(
          held: held, lifetime: lifetime, deadline: now.advanced(by: lifetime),
          isDiscardable: isDiscardable), at: now)
    case .storeWithin(let key, let value, let cost, let time):
      let held = CachedEntry(key: key, value: value, cost: cost, pins: 0)
      store(Entry(held: held, deadline: now.advanced(by: time)), at: now)
    case .get(let key): return get(key, at: now)
    case .remove(let key): remove { $0.held.key == key }
    case .wait: break
    case .sweep: remove { $0.deadline <= now }
    case .nextExpiry:
      let deadline = entries.map(\.deadline).min()
      return deadline.map { Self.text(of: [max(.zero, now.duration(to: $0))]) }
    case .list(let limit):
      let left = entries.map { now.duration(to: $0.deadline) }.filter { $0 > .zero }
      return Self.text(of: left.sorted().prefix(limit))
    case .pin(let key): pin(key)
    case .unpin(let key): unpin(key, at: now)
    case .limit(let new):
      limits = new
      shrink(at: now)
    case .discard: discard(at: now)
    case .trim(let share): trim(to: Int(Double(cost) * share), at: now)
    case .trimToPinned: remove { $0.held.pins == 0 || $0.deadline <= now }
    }
    return nil
  }

  /// Times left in milliseconds: the cache stores them a little less exactly than in nanoseconds.
  static func text(of times: some Sequence<Duration>) -> String {
    times.map { "\(Int(($0 / .milliseconds(1)).rounded()))" }.joined(separator: " ")
  }

  /// Describes how a cache's content differs from the model's; nil where it does not.
  mutating func compare(_ found: Set<CachedEntry>) -> String? {
    let expected = Set(entries.map(\.held))
    if found == expected { return nil }
    if !isByRecency, let trimmedCost { return adopt(found, trimmedTo: trimmedCost) }
    guard !isByRecency, mayEvict else { return "\(found) is not \(expected)" }
    let evicted = expected.subtracting(found)
    guard found.isSubset(of: expected), evicted.allSatisfy({ $0.pins == 0 }), isOverfull else {
      return "evicted \(evicted) of \(expected)"
    }
    let keys = Set(evicted.map(\.key))
    remove { keys.contains($0.held.key) }
    return isOverfull && entries.contains { $0.held.pins == 0 } ? "too much is left" : nil
  }

  private mutating func store(_ entry: Entry, at now: ManualClock.Instant) {
    var entry = entry
    let (key, cost) = (entry.held.key, entry.held.cost)
    remove { $0.deadline <= now }
    entry.held.pins = entries.first { $0.held.key == key }?.held.pins ?? waitingPins[key] ?? 0
    let pinned = entries.filter { $0.held.pins > 0 && $0.held.key != key }
    let pinnedCost = pinned.reduce(0) { $0 + $1.held.cost }
    let hasRoom = pinnedCost + cost <= limits.cost && pinned.count < limits.count
    remove { $0.held.key == key }
    guard cost <= limits.greatestEntryCost, entry.held.pins > 0 || hasRoom, entry.deadline > now
    else { return }
    waitingPins[key] = nil
    entries.append(entry)
    shrink(at: now)
  }

  private mutating func get(_ key: Int, at now: ManualClock.Instant) -> String? {
    guard let index = entries.firstIndex(where: { $0.held.key == key }) else { return nil }
    guard entries[index].deadline > now else {
      remove { $0.held.key == key }
      return nil
    }
    guard let value = entries[index].held.value else { return nil }
    var entry = entries.remove(at: index)
    if let lifetime = entry.lifetime { entry.deadline = now.advanced(by: lifetime) }
    entries.append(entry)
    return value
  }

  private mutating func pin(_ key: Int) {
    if let index = entries.firstIndex(where: { $0.held.key == key }) {
      entries[index].held.pins += 1
    } else {
      waitingPins[key, default: 0] += 1
    }
  }

  private mutating func unpin(_ key: Int, at now: ManualClock.Instant) {
    guard let index = entries.firstIndex(where: { $0.held.key == key }) else {
      if let pins = waitingPins[key] { waitingPins[key] = pins > 1 ? pins - 1 : nil }
      return
    }
    guard entries[index].held.pins > 0 else { return }
    entries[index].held.pins -= 1
    guard entries[index].held.pins == 0 else { return }
    entries.append(entries.remove(at: index))
    shrink(at: now)
  }

  private mutating func discard(at now: ManualClock.Instant) {
    remove { $0.deadline <= now }
    for index in entries.indices where entries[index].held.pins == 0 {
      entries[index].held.value = nil
      entries[index].held.cost = 0
    }
  }

  /// Removes expired entries if there is more to trim, and then trims by recency.
  private mutating func trim(to target: Int, at now: ManualClock.Instant) {
    guard cost > target else { return }
    trimmedCost = target
    remove { $0.deadline <= now }
    guard isByRecency else { return }
    var kept: [Entry] = []
    while cost + kept.reduce(0, { $0 + $1.held.cost }) > target,
      let index = entries.firstIndex(where: { $0.held.pins == 0 })
    {
      var entry = entries.remove(at: index)
      guard entry.isDiscardable, entry.held.value != nil else { continue }
      (entry.held.value, entry.held.cost) = (nil, 0)
      kept.append(entry)
    }
    entries += kept
  }

  /// Adopts what a cache has trimmed, if that was allowed.
  private mutating func adopt(_ found: Set<CachedEntry>, trimmedTo target: Int) -> String? {
    let left = Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0) })
    for entry in entries where left[entry.held.key] != entry.held {
      guard entry.held.pins == 0 else { return "a pinned entry was trimmed: \(entry.held)" }
      guard let now = left[entry.held.key] else { continue }
      let discarded = CachedEntry(key: now.key, value: nil, cost: 0, pins: 0)
      guard entry.isDiscardable, now == discarded else { return "\(entry.held) became \(now)" }
    }
    guard Set(left.keys).isSubset(of: entries.map(\.held.key)) else { return "a key is new" }
    entries = entries.filter { left[$0.held.key] != nil }
    for index in entries.indices { left[entries[index].held.key].map { entries[index].held = $0 } }
    let couldGo = entries.contains { $0.held.pins == 0 && $0.held.value != nil }
    return cost > target && couldGo ? "too much is left" : nil
  }

  /// Evicts by recency, if that is the order; else the cache's choice is adopted later.
  private mutating func shrink(at now: ManualClock.Instant) {
    mayEvict = isOverfull
    if isOverfull { remove { $0.deadline <= now } }
    guard isByRecency else { return }
    while isOverfull, let index = entries.firstIndex(where: { $0.held.pins == 0 }) {
      entries.remove(at: index)
    }
  }

  private mutating func remove(where isGone: (Entry) -> Bool) {
    for entry in entries where isGone(entry) && entry.held.pins > 0 {
      waitingPins[entry.held.key] = entry.held.pins
    }
    entries.removeAll(where: isGone)
  }
}

extension PlainCache.Operation {
  /// An operation on one of sixteen keys.
  static func random(step: Int, using random: inout SplitMix64) -> Self {
    let key = Int.random(in: 0..<16, using: &random)
    let seconds = Duration.seconds(Int.random(in: 1...20, using: &random))
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<14:
      let cost = Int.random(in: 0...22, using: &random)
      if key == 7 { return .storeWithin(key, "\(step)", cost: cost, seconds - .seconds(1)) }
      return .store(
        key, "\(step)", cost: cost, lifetime: key % 3 == 0 ? seconds : nil,
        isDiscardable: key % 4 == 1)
    case 14..<28: return .get(key)
    case 28: return .remove(key)
    case 29..<31: return .wait(.milliseconds(Int.random(in: 0...6_000, using: &random)))
    case 31..<34: return .pin(key % 5)
    case 34..<38: return .unpin(key % 5)
    case 38:
      let (cost, count) = (Int.random(in: 20...80, using: &random), key % 10 + 1)
      return .limit(CacheLimits(cost: cost, count: count, entryCost: 20))
    default:
      if key == 0 { return .trimToPinned }
      if key < 4 { return .trim(Double(key) / 4) }
      if key < 8 { return key == 4 ? .discard : .sweep }
      return key < 12 ? .nextExpiry : .list(key - 10)
    }
  }
}
