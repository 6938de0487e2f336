package import Caching

/// What the response cache holds.
package struct ResponseCacheStatistics: Hashable, Sendable {
  /// What lies on disk, in bytes and entries.
  package let disk: CacheUsage
  /// What may lie on disk, in bytes.
  package let diskBudget: Int
  /// What lies in memory, in bytes and entries.
  package let memory: CacheUsage
  /// Whether what lies on disk can be read; also where nothing can be written.
  package let isReadable: Bool
  /// Why nothing is written to disk; nil where it is.
  package let notice: CacheNotice?
}
