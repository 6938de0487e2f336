package import ExpiringCache
internal import Glibc

/// A cache with a database that opens its folder on first use.
package protocol DatabaseCache: Sendable {
  static var databaseName: String { get }

  /// The content on disk, in bytes and entries.
  func usage() async -> CacheUsage
  /// Why nothing can be read from disk, in a few words.
  var readingTrouble: String? { get async }
  /// Why nothing can be written to disk, in a few words.
  var writingTrouble: String? { get async }

  /// Removes everything; returns the removed amount.
  func clear() async -> CacheUsage
  /// Removes obsolete entries and those above the budget; returns the removed amount.
  func prune() async -> CacheUsage
  func verify() async -> TierCheck
}

/// A cache with a database as a disk tier, which does not make the database to measure it.
package struct DatabaseTier<Cache: DatabaseCache>: DiskTier {
  package let tier: StorageTier
  package let folder: String?
  let cache: Cache
  private let budget: Int

  /// `folder` is the cache's own, `budget` its limit in bytes.
  package init(_ tier: StorageTier, of cache: Cache, in folder: String?, budget: Int) {
    (self.tier, self.cache, self.folder, self.budget) = (tier, cache, folder, budget)
  }

  package func figures() async -> TierFigures {
    let condition = await condition()
    var figures = TierFigures(
      tier: tier, folder: folder, total: TierUsage(budget: budget), condition: condition)
    figures.total.trouble = condition.readingTrouble
    if await hasDatabase(condition) {
      figures.total.usage = await cache.usage()
      figures.total.trouble = await cache.readingTrouble
    }
    return figures
  }

  package func clear() async -> TierUsage { await remove { await cache.clear() } }

  package func prune() async -> TierUsage { await remove { await cache.prune() } }

  package func verify() async -> TierCheck {
    let condition = await condition()
    guard await hasDatabase(condition) else { return TierCheck(trouble: condition.readingTrouble) }
    return await cache.verify()
  }

  private func remove(_ removal: () async -> CacheUsage) async -> TierUsage {
    let condition = await condition()
    guard await hasDatabase(condition), condition.writingTrouble == nil else {
      return TierUsage(trouble: condition.writingTrouble)
    }
    let removed = await removal()
    return TierUsage(removed, trouble: await cache.writingTrouble)
  }

  private func hasDatabase(_ condition: FolderCondition) async -> Bool {
    guard let folder, condition.readingTrouble == nil else { return false }
    return await blocking { unsafe access("\(folder)/\(Cache.databaseName)", F_OK) == 0 }
  }
}
