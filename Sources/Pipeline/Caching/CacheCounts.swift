/// How often each thing happened to a cache in some time.
package struct CacheCounts: Hashable, Sendable {
  /// Values that were found.
  package var hits = 0
  /// Lookups that found no value.
  package var misses = 0
  /// Entries that were over and were taken out.
  package var expired = 0
  /// Entries that went because the costs were above their limit.
  package var evictedByCost = 0
  /// Entries that went because there were too many.
  package var evictedByCount = 0
  /// Entries that went because memory was short.
  package var evictedByPressure = 0
  /// Values that gave up their content while their key stayed.
  package var discarded = 0

  /// The share of lookups that were hits, between 0 and 1; none where nobody asked.
  package var hitRatio: Double? {
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
