internal import ExpiringCache
package import Storage

/// The responses of web servers, as a tier on disk.
package struct ResponseTier: DiskTier {
  let cache: ResponseCache
  /// The absolute path of the cache's folder; nil where it has none.
  package let folder: String?
  private let budget: Int

  /// Makes a tier of a cache.
  /// - Parameters:
  ///   - cache: The cache, which has not been opened yet.
  ///   - folder: The absolute path of its folder; nil where it has none.
  ///   - budget: What it may take on disk, in bytes.
  package init(cache: ResponseCache, folder: String?, budget: Int) {
    self.cache = cache
    self.folder = folder
    self.budget = budget
  }

  /// Responses.
  package var tier: StorageTier { .responses }

  /// What is kept there; measuring makes nothing on disk.
  package func figures() async -> TierFigures {
    let condition = await condition()
    var figures = TierFigures(
      tier: tier, folder: folder, total: TierUsage(budget: budget), condition: condition)
    figures.total.trouble = condition.readingTrouble
    if await hasDatabase(ResponseFiles.databaseName, condition) {
      let found = await cache.statistics()
      figures.total.usage = found.disk
      figures.total.trouble = found.isReadable ? nil : found.notice?.reason
    }
    return figures
  }

  /// Removes all responses, and returns how much that was.
  package func clear() async -> TierUsage {
    await remove { _ = await cache.clear() }
  }

  /// Removes the least recently used above the budget, and returns how much that was.
  package func prune() async -> TierUsage {
    await remove { _ = await cache.prune() }
  }

  /// Reads all responses, and removes what is broken.
  package func verify() async -> TierCheck {
    let condition = await condition()
    guard await hasDatabase(ResponseFiles.databaseName, condition) else {
      return TierCheck(trouble: condition.readingTrouble)
    }
    let found = await cache.verify()
    let statistics = await cache.statistics()
    return TierCheck(
      checked: found.checked, broken: found.broken, stray: found.strayFiles,
      trouble: statistics.isReadable ? nil : statistics.notice?.reason)
  }

  /// Finds how much went by what was there before and is there after, since a disk may refuse.
  private func remove(_ removal: () async -> Void) async -> TierUsage {
    let condition = await condition()
    guard await hasDatabase(ResponseFiles.databaseName, condition),
      condition.writingTrouble == nil
    else {
      return TierUsage(trouble: condition.writingTrouble)
    }
    let before = await cache.statistics().disk
    await removal()
    let after = await cache.statistics()
    let removed = CacheUsage(
      cost: max(0, before.cost - after.disk.cost), count: max(0, before.count - after.disk.count))
    return TierUsage(removed, trouble: after.notice?.reason)
  }
}

/// Where the cache lies: the XDG Base Directory Specification.
package enum CacheFolder {
  /// `$XDG_CACHE_HOME/photocell`, or `~/.cache/photocell`; nil where neither is an absolute path.
  package static func path(environment: (String) -> String?) -> String? {
    let absolute = { (path: String?) in path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let home = absolute(environment("HOME")).map { "\($0)/.cache" }
    return (absolute(environment("XDG_CACHE_HOME")) ?? home).map { "\($0)/photocell" }
  }
}
