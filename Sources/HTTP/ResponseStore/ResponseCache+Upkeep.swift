package import ExpiringCache
internal import Storage

extension ResponseCache {
  /// Loads what the part on disk needs, from any thread; blocks for a moment the first time.
  /// - Returns: Whether the system has SQLite.
  package nonisolated static func loadSQLite() -> Bool { SQLiteConnection.loadLibrary() }

  /// What is held on disk and in memory.
  package func statistics() -> ResponseCacheStatistics {
    ResponseCacheStatistics(
      disk: diskUsage, diskBudget: budget, memory: memory.usage, isReadable: isReadable,
      notice: notice)
  }

  /// Removes everything, and returns what lay on disk, in bytes and entries.
  @discardableResult
  package func clear() async -> CacheUsage {
    memory.removeAll()
    let before = diskUsage
    await trim(to: -1)
    _ = attempt { disk throws(CacheError) in try disk.shrink() }
    return before
  }

  /// Removes the least recently used above the budget and stray files, and gives free space back;
  /// returns what was removed, in bytes and entries.
  @discardableResult
  package func prune() async -> CacheUsage {
    let before = diskUsage
    await trim(to: budget)
    _ = attempt { disk throws(CacheError) in
      _ = try disk.sweep()
      try disk.shrink()
    }
    let after = diskUsage
    return CacheUsage(cost: before.cost - after.cost, count: before.count - after.count)
  }

  /// Removes the least recently used above a limit in bytes.
  func trim(to limit: Int) async {
    while attempt({ disk throws(CacheError) in try disk.trim(to: limit) }) == true {
      await Task.yield()
    }
  }

  private var diskUsage: CacheUsage {
    let usage = attempt { disk throws(CacheError) in try disk.usage() }
    return CacheUsage(cost: usage?.byteCount ?? 0, count: usage?.count ?? 0)
  }

  /// Reads every entry, drops those that are not as they were written, and removes stray files.
  ///
  /// Others are served in between.
  package func verify() async -> CacheVerification {
    var report = CacheVerification()
    var last: Int64 = 0
    while let next = attempt({ disk throws(CacheError) in try disk.check(after: last) }) ?? nil {
      last = next.id
      report.checked += 1
      report.broken += next.isWhole ? 0 : 1
      await Task.yield()
    }
    report.strayFiles = attempt { disk throws(CacheError) in try disk.sweep() } ?? 0
    report.broken += lostDatabases
    lostDatabases = 0
    return report
  }

}

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
