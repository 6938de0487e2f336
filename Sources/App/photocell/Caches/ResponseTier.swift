import Browser
import Caching
import Concurrency
import HTTP
import ResponseStore

/// The responses of web servers.
struct ResponseTier: DiskTier {
  let cache: ResponseCache
  let folder: String?
  /// What they may take on disk, in bytes.
  let budget: Int

  var tier: StorageTier { .responses }

  func figures() async -> TierFigures {
    let condition = await condition()
    var figures = TierFigures(
      tier: tier, folder: folder, total: TierUsage(budget: budget), condition: condition)
    figures.total.trouble = condition.readingTrouble
    if await isThere(condition) {
      let found = await cache.statistics()
      figures.total.usage = found.disk
      figures.total.trouble = found.isReadable ? nil : found.notice?.reason
    }
    return figures
  }

  func clear() async -> TierUsage {
    await remove { _ = await cache.clear() }
  }

  func prune() async -> TierUsage {
    await remove { _ = await cache.prune() }
  }

  func verify() async -> TierCheck {
    let condition = await condition()
    guard await isThere(condition) else { return TierCheck(trouble: condition.readingTrouble) }
    let found = await cache.verify()
    let statistics = await cache.statistics()
    return TierCheck(
      checked: found.checked, broken: found.broken, stray: found.strayFiles,
      trouble: statistics.isReadable ? nil : statistics.notice?.reason)
  }

  /// Tells what went by what was there before and is there after, since a disk may refuse.
  private func remove(_ removal: () async -> Void) async -> TierUsage {
    let condition = await condition()
    guard await isThere(condition), condition.writingTrouble == nil else {
      return TierUsage(trouble: condition.writingTrouble)
    }
    let before = await cache.statistics().disk
    await removal()
    let after = await cache.statistics()
    let removed = CacheUsage(
      cost: max(0, before.cost - after.disk.cost), count: max(0, before.count - after.disk.count))
    return TierUsage(removed, trouble: after.notice?.reason)
  }

  /// Tells whether there is something to open: the cache makes its folder when it is asked.
  private func isThere(_ condition: FolderCondition) async -> Bool {
    guard let folder, condition.readingTrouble == nil else { return false }
    return await WorkQueue.caches.run { CacheFolder.holdsResponses(folder) }
  }
}
