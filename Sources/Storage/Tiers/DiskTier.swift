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
  /// Reads everything that photocell wrote, and removes broken entries.
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
  case thumbnails
  case responses
  case index
}

/// The content of a tier, or the amount removed from it.
package struct TierUsage: Hashable, Sendable {
  package var usage: CacheUsage
  /// In bytes; nil for no limit.
  package var budget: Int?
  package var trouble: String?

  package init(_ usage: CacheUsage = CacheUsage(), budget: Int? = nil, trouble: String? = nil) {
    (self.usage, self.budget, self.trouble) = (usage, budget, trouble)
  }
}

extension CacheUsage {
  package func less(_ rest: CacheUsage) -> CacheUsage {
    CacheUsage(cost: max(0, cost - rest.cost), count: max(0, count - rest.count))
  }

  package static func += (sum: inout CacheUsage, other: CacheUsage) {
    sum = CacheUsage(cost: sum.cost + other.cost, count: sum.count + other.count)
  }
}

package struct TierFigures: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package let name: String
    package let usage: CacheUsage

    package init(name: String, usage: CacheUsage) {
      (self.name, self.usage) = (name, usage)
    }
  }

  package let tier: StorageTier
  package var folder: String?
  package var total: TierUsage
  /// By owner or kind; includes entries of other programs, which `total` does not.
  package var parts: [Part]
  package var condition: FolderCondition?

  package init(
    tier: StorageTier, folder: String? = nil, total: TierUsage = TierUsage(), parts: [Part] = [],
    condition: FolderCondition? = nil
  ) {
    (self.tier, self.folder, self.total, self.parts) = (tier, folder, total, parts)
    self.condition = condition
  }
}

package struct TierCheck: Hashable, Sendable {
  package var checked: Int
  /// The number of broken entries, which are removed if the folder is writable.
  package var broken: Int
  /// The number of files that belong to no entry, or have no recorded owner.
  package var stray: Int
  package var trouble: String?

  package init(checked: Int = 0, broken: Int = 0, stray: Int = 0, trouble: String? = nil) {
    (self.checked, self.broken, self.stray, self.trouble) = (checked, broken, stray, trouble)
  }
}
