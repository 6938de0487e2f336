import Browser
import Concurrency

/// A tier on disk, as the shell, the doctor and the panel look after it; callable from any task,
/// none of which is held up.
protocol DiskTier: Sendable {
  var tier: StorageTier { get }
  /// The absolute path of its folder; nil where the environment names none.
  var folder: String? { get }

  /// What lies there. Makes nothing on disk.
  func figures() async -> TierFigures
  /// Removes all that photocell wrote, and tells how much that was.
  func clear() async -> TierUsage
  /// Removes what nobody will ask for, or what is above the budget, and tells how much that was.
  func prune() async -> TierUsage
  /// Reads all that photocell wrote, and removes what is broken.
  func verify() async -> TierCheck
}

extension DiskTier {
  /// What can be done with the folder.
  func condition() async -> FolderCondition {
    await WorkQueue.caches.run { [folder] in FolderCondition(of: folder) }
  }
}

extension WorkQueue {
  /// The threads that folders of caches are looked at on.
  static let caches = WorkQueue(label: "caches")
}
