package import Concurrency
import DecoderMessages
import Glibc
import Synchronization
import System

/// Carries a task's cancellation to a thread that waits for descriptors.
package final class CancellationSignal: Sendable {
  private let signal: WakeSignal
  private let isRaised = Atomic(false)

  /// Makes a signal.
  /// - Returns: Nil where there are too many open files.
  package init?() {
    guard let signal = WakeSignal() else { return nil }
    self.signal = signal
  }

  /// The descriptor that can be read once the work is no longer wanted.
  package var number: Int32 { signal.number }

  /// Marks the work as no longer wanted; callable from any thread.
  package func raise() {
    isRaised.store(true, ordering: .relaxed)
    signal.give()
  }

  /// Ends work that is no longer wanted.
  /// - Throws: `DecodingError.cancelled`.
  package func check() throws(DecodingError) {
    if isRaised.load(ordering: .relaxed) { throw .cancelled }
  }
}

extension WorkQueue {
  /// The threads on which decoders are waited for.
  static let decoding = WorkQueue(label: "decoding")

  /// Does work on a thread that may block, and tells it when the task is cancelled; callable from any
  /// task.
  /// - Parameter work: What is to be done, unless the signal is raised.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `DecodingError.noThread`, or `.refused` with `unreadable` where
  ///   there are too many open files, and then it has not begun.
  package func run<Success: Sendable>(
    _ work: @escaping @Sendable (CancellationSignal) throws(DecodingError) -> Success
  ) async throws(DecodingError) -> Success {
    guard let cancellation = CancellationSignal() else {
      throw .refused(.unreadable(errno: EMFILE))
    }
    let result: Result<Success, DecodingError> = await withTaskCancellationHandler {
      do throws(DecodingError) {
        return try await run(orThrow: DecodingError.noThread) {
          Result { () throws(DecodingError) in try work(cancellation) }
        }
      } catch {
        return .failure(error)
      }
    } onCancel: {
      cancellation.raise()
    }
    return try result.get()
  }
}
