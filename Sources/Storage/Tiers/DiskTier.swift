internal import Concurrency
package import ExpiringCache

/// A tier on disk, as the shell, the doctor and the cache panel look after it.
///
/// Callable from any task, none of which is blocked.
package protocol DiskTier: Sendable {
  /// Which tier it is.
  var tier: StorageTier { get }
  /// The absolute path of its folder; nil where the environment names none.
  var folder: String? { get }

  /// What is kept there; measuring makes nothing on disk.
  func figures() async -> TierFigures
  /// Removes all that photocell wrote, and returns how much that was.
  func clear() async -> TierUsage
  /// Removes what nobody will ask for, or what exceeds the budget, and returns how much that was.
  func prune() async -> TierUsage
  /// Reads all that photocell wrote, and removes what is broken.
  func verify() async -> TierCheck
}

extension DiskTier {
  /// What can be done with the folder.
  package func condition() async -> FolderCondition {
    await blocking { [folder] in FolderCondition(of: folder) }
  }

  /// Runs work that blocks on a thread for it, and returns what it returns.
  package func blocking<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await WorkQueue.tiers.run(work)
  }
}

extension WorkQueue {
  /// The threads on which tiers on disk are read and written.
  fileprivate static let tiers = WorkQueue(label: "tiers")
}

/// A place where photocell keeps what it would have to make or fetch again.
package enum StorageTier: String, CaseIterable, Sendable {
  /// The tiles in the memory of this program.
  case memory
  /// The thumbnails on disk, as far as photocell wrote them.
  case thumbnails
  /// The responses of web servers.
  case responses
  /// What the files of photos say of them.
  case index
}

/// What a tier holds, or what was taken out of it.
package struct TierUsage: Hashable, Sendable {
  /// The bytes and entries.
  package var usage: CacheUsage
  /// What the tier may hold, in bytes; nil where nothing limits it.
  package var budget: Int?
  /// Why the tier could not do what it was asked, in a few words.
  package var trouble: String?

  /// Makes a usage of bytes and entries, a budget in bytes, and what went wrong.
  package init(
    _ usage: CacheUsage = CacheUsage(cost: 0, count: 0), budget: Int? = nil, trouble: String? = nil
  ) {
    self.usage = usage
    self.budget = budget
    self.trouble = trouble
  }
}
