/// What a cache holds and what happened to it, all of one moment.
package struct CacheStatistics: Hashable, Sendable {
  /// The sum of costs in bytes and the number of entries.
  package let usage: CacheUsage
  /// The part of it that is pinned.
  package let pinned: CacheUsage
  /// What the cache may hold.
  package let limits: CacheLimits
  /// What happened since the cache was made.
  package let sinceStart: CacheCounts
  /// What happened in the present second and the 59 before it.
  package let lastMinute: CacheCounts
  /// The same second by second, 60 of them, the oldest first and the present one last.
  package let lastMinuteBySecond: [CacheCounts]
}
