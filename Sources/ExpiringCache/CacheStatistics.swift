/// What a cache holds and what happened to it, all of one moment.
public struct CacheStatistics: Hashable, Sendable {
  /// The costs and the number of entries.
  public let usage: CacheUsage
  /// The part of the usage that is pinned.
  public let pinned: CacheUsage
  /// The greatest sum of costs and number of entries.
  public let limits: CacheLimits
  /// What happened since the cache was made.
  public let sinceStart: CacheCounts
  /// What happened in the current second and the 59 before it: 60 counts, the current one last.
  public let lastMinuteBySecond: [CacheCounts]

  /// What happened in the current second and the 59 before it.
  public var lastMinute: CacheCounts { lastMinuteBySecond.reduce(CacheCounts(), +) }
}

/// How often each event happened to a cache over some time.
public struct CacheCounts: Hashable, Sendable {
  /// Lookups that found a value, and those that found none.
  public var hits = 0, misses = 0
  /// Entries that expired and were removed.
  public var expired = 0
  /// Entries evicted because of the sum of costs, of their number, or because memory was short.
  public var evictedByCost = 0, evictedByCount = 0, evictedByPressure = 0
  /// Values that were discarded while their keys stayed.
  public var discarded = 0

  /// The share of lookups that were hits, from 0 to 1; nil where there were none.
  public var hitRatio: Double? { hits + misses > 0 ? Double(hits) / Double(hits + misses) : nil }

  /// Adds two counts.
  public static func + (left: CacheCounts, right: CacheCounts) -> CacheCounts {
    CacheCounts(
      hits: left.hits + right.hits, misses: left.misses + right.misses,
      expired: left.expired + right.expired,
      evictedByCost: left.evictedByCost + right.evictedByCost,
      evictedByCount: left.evictedByCount + right.evictedByCount,
      evictedByPressure: left.evictedByPressure + right.evictedByPressure,
      discarded: left.discarded + right.discarded)
  }
}

/// How much a cache holds, or how much was removed from it.
public struct CacheUsage: Hashable, Sendable {
  /// The sum of costs, and the number of entries.
  public var cost, count: Int

  /// Makes a usage.
  public init(cost: Int = 0, count: Int = 0) { (self.cost, self.count) = (cost, count) }
}

/// How much a cache may hold.
public struct CacheLimits: Hashable, Sendable {
  /// The greatest sum of costs, and the greatest number of entries.
  public var cost, count: Int
  /// The greatest cost of one entry; nil for a tenth of the whole.
  public var entryCost: Int?

  /// A value whose cost is above this is not stored and evicts nothing.
  public var greatestEntryCost: Int { entryCost.map { min($0, cost) } ?? cost / 10 }

  /// Makes limits.
  public init(cost: Int, count: Int = .max, entryCost: Int? = nil) {
    (self.cost, self.count, self.entryCost) = (cost, count, entryCost)
  }
}

/// What a cache has of a key.
public enum CachePresence: Hashable, Sendable {
  /// Nothing.
  case absent
  /// The key without its value, which was discarded: storing one brings it back.
  case discarded
  /// The value.
  case present
}

/// One entry of a cache at one moment, without its value.
public struct CachedEntry<Key: Hashable & Sendable>: Hashable, Sendable {
  /// Its key.
  public let key: Key
  /// Its cost; zero where its value was discarded.
  public let cost: Int
  /// How long it lives if no hit extends its lifetime; nil where it never expires.
  public let timeLeft: Duration?
  /// Whether it is kept from being evicted and discarded.
  public let isPinned: Bool
  /// Whether its value was discarded.
  public let isDiscarded: Bool
}

@usableFromInline struct CountHistory: Sendable {
  /// The events of the current second, of the 59 seconds before it, and of all before it.
  @usableFromInline var current = CacheCounts()
  private var past = Array(repeating: CacheCounts(), count: 59)[...]
  private var earlier = CacheCounts()
  private var second: Int64 = 0
  /// The first moment after the current second, in ticks.
  @usableFromInline private(set) var end = Duration.seconds(1).ticks

  @usableFromInline init() {}

  var sinceStart: CacheCounts { earlier + current }
  var lastMinuteBySecond: [CacheCounts] { past + [current] }

  /// Begins the second of a moment that is not before `end`.
  @usableFromInline mutating func advance(to now: Int64) {
    let next = Duration(ticks: now).components.seconds
    let idle = repeatElement(CacheCounts(), count: Int(min(60, next - second)) - 1)
    past = (past + [current] + idle).suffix(59)
    earlier = earlier + current
    (current, second, end) = (CacheCounts(), next, Duration.seconds(next + 1).ticks)
  }
}
