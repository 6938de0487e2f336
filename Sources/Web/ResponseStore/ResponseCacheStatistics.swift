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

/// What a walk over the whole cache found.
package struct CacheVerification: Hashable, Sendable {
  /// The entries that were looked at.
  package var checked = 0
  /// Those that were not as they were written, and have been dropped; a database that could not be
  /// read counts as one, whenever it was found.
  package var broken = 0
  /// Files that no entry named, and have been removed.
  package var strayFiles = 0

  init() {}
}
