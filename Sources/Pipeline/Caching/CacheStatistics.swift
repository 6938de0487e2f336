/// What a cache holds and what happened to it, all of one moment.
public struct CacheStatistics: Hashable, Sendable {
  /// The sum of costs in bytes and the number of entries.
  public let usage: CacheUsage
  /// The part of it that is pinned.
  public let pinned: CacheUsage
  /// What the cache may hold.
  public let limits: CacheLimits
  /// What happened since the cache was made.
  public let sinceStart: CacheCounts
  /// What happened in the current second and the 59 before it.
  public let lastMinute: CacheCounts
  /// The same by second: 60 counts, the oldest first and the current one last.
  public let lastMinuteBySecond: [CacheCounts]
}

/// How often each event happened to a cache over some time.
public struct CacheCounts: Hashable, Sendable {
  /// Lookups that found a value.
  public var hits = 0
  /// Lookups that found no value.
  public var misses = 0
  /// Entries that expired and were removed.
  public var expired = 0
  /// Entries evicted because the costs exceeded their limit.
  public var evictedByCost = 0
  /// Entries evicted because there were too many.
  public var evictedByCount = 0
  /// Entries evicted because memory was short.
  public var evictedByPressure = 0
  /// Values that gave up their content while their key stayed.
  public var discarded = 0

  /// The share of lookups that were hits, from 0 to 1; nil where there were none.
  public var hitRatio: Double? {
    hits + misses > 0 ? Double(hits) / Double(hits + misses) : nil
  }

  init() {}

  mutating func add(_ other: CacheCounts) {
    hits += other.hits
    misses += other.misses
    expired += other.expired
    evictedByCost += other.evictedByCost
    evictedByCount += other.evictedByCount
    evictedByPressure += other.evictedByPressure
    discarded += other.discarded
  }
}

/// How much a cache holds, or how much was removed from it.
public struct CacheUsage: Hashable, Sendable {
  /// The sum of costs, in bytes.
  public var cost: Int
  /// The number of entries.
  public var count: Int

  /// Makes a sum of a cost in bytes and a number of entries.
  public init(cost: Int, count: Int) {
    self.cost = cost
    self.count = count
  }
}

/// What a cache may hold.
public struct CacheLimits: Hashable, Sendable {
  /// The greatest sum of costs, in bytes.
  public var cost: Int
  /// The greatest number of entries.
  public var count: Int
  /// The greatest cost of one entry in bytes; nil for a tenth of the whole.
  public var entryCost: Int?

  /// The greatest cost of one entry, in bytes: one above it is not kept and evicts nothing.
  public var greatestEntryCost: Int { entryCost.map { min($0, cost) } ?? cost / 10 }

  /// Makes limits in bytes and entries.
  public init(cost: Int, count: Int = .max, entryCost: Int? = nil) {
    self.cost = cost
    self.count = count
    self.entryCost = entryCost
  }
}

/// What a cache knows of a key.
public enum CachePresence: Hashable, Sendable {
  /// Nothing.
  case absent
  /// The key is there without its content: storing a value brings it back.
  case discarded
  /// The value is there.
  case present
}

/// One entry of a cache at one moment, without its value.
public struct CachedEntry<Key: Hashable & Sendable>: Hashable, Sendable {
  /// Its key.
  public let key: Key
  /// Its size, in bytes; zero where its content was discarded.
  public let cost: Int
  /// How long it lives if no hit extends its lifetime; nil where it never expires.
  public let timeLeft: Duration?
  /// Whether it is kept from being evicted and discarded.
  public let isPinned: Bool
  /// Whether it has given up its content.
  public let isDiscarded: Bool
}
