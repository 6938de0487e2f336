import Synchronization

/// Tells how far an action on many files is, and stops it; may be used on any thread.
package final class ActionControl: Sendable {
  private let isStopped = Atomic(false)
  private let report: @Sendable (ActionProgress) -> Void

  /// Takes who is told how far the action is: on the action's thread, after every file and every few
  /// megabytes of one that is copied.
  package init(report: @escaping @Sendable (ActionProgress) -> Void = { _ in }) {
    self.report = report
  }

  /// Has the action stop before its next file, or in the middle of one that is copied; what has been done
  /// stays done, and nothing is left half.
  package func cancel() {
    isStopped.store(true, ordering: .relaxed)
  }

  /// Whether somebody has stopped the action.
  package var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

  /// Tells how far the action is.
  package func note(_ progress: ActionProgress) {
    report(progress)
  }
}

/// How far an action is.
package struct ActionProgress: Hashable, Sendable {
  /// The number of photos that it has done with.
  package var done: Int
  /// The number of photos in all.
  package let total: Int
  /// How many bytes of the photo at hand have been copied; zero where none are.
  package var copiedBytes = 0

  /// Takes how far an action is.
  package init(done: Int, total: Int) {
    (self.done, self.total) = (done, total)
  }

  /// The same, with so many bytes of the photo at hand.
  package func copying(_ bytes: Int) -> ActionProgress {
    var progress = self
    progress.copiedBytes = bytes
    return progress
  }
}
