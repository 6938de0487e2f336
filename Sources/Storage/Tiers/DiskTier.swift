internal import Concurrency

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
