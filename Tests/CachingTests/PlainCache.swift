import TestSupport

@testable import Caching

/// What the cache promises, written as a list that is searched: slow, and plain to see.
struct PlainCache {
  private struct Entry {
    var key: Int
    var value: String
    var cost: Int
    var deadline: ManualClock.Instant
  }

  /// The least recently used first.
  private var entries: [Entry] = []
  private let limits: CacheLimits
  private let lifetime: Duration

  init(cost: Int, count: Int, lifetime: Duration) {
    limits = CacheLimits(cost: cost, count: count)
    self.lifetime = lifetime
  }

  var usage: CacheUsage {
    CacheUsage(cost: entries.reduce(0) { $0 + $1.cost }, count: entries.count)
  }

  mutating func value(for key: Int, at now: ManualClock.Instant) -> String? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    var entry = entries.remove(at: index)
    guard entry.deadline > now else { return nil }
    entry.deadline = now.advanced(by: lifetime)
    entries.append(entry)
    return entry.value
  }

  mutating func store(_ value: String, for key: Int, cost: Int, at now: ManualClock.Instant) {
    entries.removeAll { $0.key == key }
    guard cost <= limits.cost else { return }
    entries.append(
      Entry(key: key, value: value, cost: cost, deadline: now.advanced(by: lifetime)))
    while usage.cost > limits.cost || usage.count > limits.count { entries.removeFirst() }
    entries.removeAll { $0.deadline <= now }
  }

  mutating func remove(_ key: Int) -> CacheUsage {
    let before = usage
    entries.removeAll { $0.key == key }
    return CacheUsage(cost: before.cost - usage.cost, count: before.count - usage.count)
  }
}
