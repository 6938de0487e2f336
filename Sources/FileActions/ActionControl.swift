import Synchronization

/// Reports the progress of an action on files and cancels it; thread-safe.
package final class ActionControl: Sendable {
  private let isStopped = Atomic(false)
  private let report: @Sendable (ActionProgress) -> Void

  /// Calls `report` on the action's thread after every file, and every few megabytes of a copy.
  package init(report: @escaping @Sendable (ActionProgress) -> Void = { _ in }) {
    self.report = report
  }

  /// Cancels before the next file, or in the middle of a copy, which is then removed.
  ///
  /// Completed files stay as they are.
  package func cancel() {
    isStopped.store(true, ordering: .relaxed)
  }

  package var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

  package func note(_ progress: ActionProgress) {
    report(progress)
  }
}

package struct ActionProgress: Hashable, Sendable {
  /// In photos.
  package var done: Int
  package let total: Int
  /// Of the current photo; zero if nothing is being copied.
  package var copiedBytes = 0

  package init(done: Int, total: Int) {
    (self.done, self.total) = (done, total)
  }

  package func copying(_ bytes: Int) -> ActionProgress {
    var progress = self
    progress.copiedBytes = bytes
    return progress
  }
}
