package import Caching

extension ResponseCache {
  /// What is held on disk and in memory.
  package func statistics() -> ResponseCacheStatistics {
    writeUses()
    let usage = attempt { disk throws(CacheFault) in try disk.database.usage() }
    return ResponseCacheStatistics(
      disk: CacheUsage(cost: usage?.byteCount ?? 0, count: usage?.count ?? 0), diskBudget: budget,
      memory: memory.usage(), notice: notice)
  }

  /// Takes everything out, and tells what lay on disk, in bytes and entries.
  @discardableResult
  package func clear() -> CacheUsage {
    _ = memory.removeAll()
    uses = [:]
    let removed = attempt { disk throws(CacheFault) in
      let usage = try disk.database.usage()
      try disk.trim(toBytes: -1, leaving: -1)
      try disk.database.shrink()
      return CacheUsage(cost: usage.byteCount, count: usage.count)
    }
    return removed ?? CacheUsage(cost: 0, count: 0)
  }

  /// Takes the least recently used out above the budget, removes stray files, and gives free space
  /// back; tells what went, in bytes and entries.
  @discardableResult
  package func prune() -> CacheUsage {
    writeUses()
    let removed = attempt { disk throws(CacheFault) in
      let before = try disk.database.usage()
      try disk.trim(toBytes: disk.budget, leaving: disk.budget)
      _ = try disk.sweep()
      try disk.database.shrink()
      let after = try disk.database.usage()
      return CacheUsage(cost: before.byteCount - after.byteCount, count: before.count - after.count)
    }
    return removed ?? CacheUsage(cost: 0, count: 0)
  }

  /// Reads every entry, drops those that are not as they were written, and removes stray files.
  ///
  /// Others are served in between.
  package func verify() async -> CacheVerification {
    var report = CacheVerification()
    var last: Int64 = 0
    while let next = check(after: last) {
      last = next.id
      report.checked += 1
      report.broken += next.isWhole ? 0 : 1
      await Task.yield()
    }
    report.strayFiles = attempt { disk throws(CacheFault) in try disk.sweep() } ?? 0
    return report
  }

  private func check(after id: Int64) -> (id: Int64, isWhole: Bool)? {
    let result = attempt { disk throws(CacheFault) -> (id: Int64, isWhole: Bool)? in
      guard let row = try disk.database.row(after: id) else { return nil }
      if disk.isWhole(row) { return (row.id, true) }
      try disk.drop(row)
      return (row.id, false)
    }
    return result ?? nil
  }
}
