internal import Synchronization

/// Carries a task's cancellation to a thread that runs no task.
final class CancellationFlag: Sendable {
  private let isRaised = Atomic(false)

  /// Marks the work as no longer wanted; callable from any thread.
  func raise() {
    isRaised.store(true, ordering: .relaxed)
  }

  /// Ends work that is no longer wanted.
  /// - Throws: `DecodingError.cancelled`.
  func check() throws(DecodingError) {
    if isRaised.load(ordering: .relaxed) { throw .cancelled }
  }
}
