internal import ExpiringCache
internal import Glibc

/// What photos say of themselves, as a tier on disk.
package struct IndexTier: DiskTier {
  private let index: PhotoIndex
  /// The absolute path of the index's folder; nil where it has none.
  package let folder: String?
  private let budget: Int

  /// Makes a tier of an index.
  /// - Parameters:
  ///   - index: The index, which may have been opened.
  ///   - folder: The absolute path of its folder; nil where it has none.
  ///   - budget: What it may take on disk, in bytes.
  package init(index: PhotoIndex, folder: String?, budget: Int = PhotoIndex.standardBudget) {
    self.index = index
    self.folder = folder
    self.budget = budget
  }

  /// The index.
  package var tier: StorageTier { .index }

  /// What is kept there; measuring makes nothing on disk.
  package func figures() async -> TierFigures {
    let condition = await condition()
    var figures = TierFigures(
      tier: tier, folder: folder, total: TierUsage(budget: budget), condition: condition)
    figures.total.trouble = condition.readingTrouble
    if await hasDatabase(PhotoIndex.fileName, condition) {
      figures.total.usage = await index.usage()
      figures.total.trouble = await index.notice?.reason
    }
    return figures
  }

  /// Forgets all photos, and returns how much that was.
  package func clear() async -> TierUsage {
    await remove { await index.clear() }
  }

  /// Forgets the photos that have gone, and what exceeds the budget, and returns how much that was.
  package func prune() async -> TierUsage {
    await remove { await index.prune(now: time(nil)) }
  }

  /// Has the index checked, and makes it anew where it is broken.
  package func verify() async -> TierCheck {
    let condition = await condition()
    guard await hasDatabase(PhotoIndex.fileName, condition) else {
      return TierCheck(trouble: condition.readingTrouble)
    }
    let found = await index.verify()
    return TierCheck(
      checked: found.checked, broken: found.broken, trouble: await index.notice?.reason)
  }

  private func remove(_ removal: () async -> CacheUsage) async -> TierUsage {
    let condition = await condition()
    guard await hasDatabase(PhotoIndex.fileName, condition), condition.writingTrouble == nil else {
      return TierUsage(trouble: condition.writingTrouble)
    }
    let removed = await removal()
    return TierUsage(removed, trouble: await index.notice?.reason)
  }
}
