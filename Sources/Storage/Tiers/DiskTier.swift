internal import Base
package import ExpiringCache

/// A disk cache as the maintenance commands see it; nonblocking, callable from any task.
package protocol DiskTier: Sendable {
  var tier: StorageTier { get }
  /// The absolute path; nil if the environment names no folder.
  var folder: String? { get }

  /// Measures the content without creating anything on disk.
  func figures() async -> TierFigures
  /// Removes everything that photocell wrote; returns the removed amount.
  func clear() async -> TierUsage
  /// Removes obsolete entries and those above the budget; returns the removed amount.
  func prune() async -> TierUsage
  /// Reads everything that photocell wrote, and removes what is broken.
  func verify() async -> TierCheck
}

extension DiskTier {
  package func condition() async -> FolderCondition {
    await blocking { [folder] in FolderCondition(of: folder) }
  }

  /// Runs blocking work on a dedicated thread.
  package func blocking<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await WorkQueue.tiers.run(work)
  }
}

extension WorkQueue {
  fileprivate static let tiers = WorkQueue(label: "tiers")
}

/// A cache of data that can be recreated or fetched again.
package enum StorageTier: String, CaseIterable, Sendable {
  case memory
  /// Thumbnails on disk written by photocell.
  case thumbnails
  case responses
  /// Metadata of photos.
  case index
}

/// The content of a tier, or the amount removed from it.
package struct TierUsage: Hashable, Sendable {
  package var usage: CacheUsage
  /// In bytes; nil for no limit.
  package var budget: Int?
  package var trouble: String?

  package init(
    _ usage: CacheUsage = CacheUsage(cost: 0, count: 0), budget: Int? = nil, trouble: String? = nil
  ) {
    self.usage = usage
    self.budget = budget
    self.trouble = trouble
  }
}

extension CacheUsage {
  /// What is no longer in `rest`.
  package func less(_ rest: CacheUsage) -> CacheUsage {
    CacheUsage(cost: max(0, cost - rest.cost), count: max(0, count - rest.count))
  }
}
