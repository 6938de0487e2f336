package import Caching

/// What the response cache holds.
package struct ResponseCacheStatistics: Hashable, Sendable {
  /// What lies on disk, in bytes and entries.
  package let disk: CacheUsage
  /// What may lie on disk, in bytes.
  package let diskBudget: Int
  /// What lies in memory, in bytes and entries.
  package let memory: CacheUsage
  /// Why nothing is written to disk; nil where it is.
  package let notice: CacheNotice?
}
