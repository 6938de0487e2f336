import Synchronization
import System

/// Carries a task's cancellation to a thread that waits for descriptors.
final class CancellationSignal: Sendable {
  private let signal: WakeSignal
  private let isRaised = Atomic(false)

  /// Makes a signal.
  /// - Returns: Nil where there are too many open files.
  init?() {
    guard let signal = WakeSignal() else { return nil }
    self.signal = signal
  }

  /// The descriptor that can be read once the work is no longer wanted.
  var number: Int32 { signal.number }

  /// Marks the work as no longer wanted; callable from any thread.
  func raise() {
    isRaised.store(true, ordering: .relaxed)
    signal.give()
  }

  /// Ends work that is no longer wanted.
  /// - Throws: `DecodingError.cancelled`.
  func check() throws(DecodingError) {
    if isRaised.load(ordering: .relaxed) { throw .cancelled }
  }
}
