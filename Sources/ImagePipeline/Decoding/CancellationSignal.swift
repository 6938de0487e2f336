package import Base
import DecoderProtocol
import Glibc
import Synchronization

/// Carries a task's cancellation to a thread that waits for descriptors.
package final class CancellationSignal: Sendable {
  private let signal: WakeSignal
  private let isRaised = Atomic(false)

  /// Nil if there are too many open files.
  package init?() {
    guard let signal = WakeSignal() else { return nil }
    self.signal = signal
  }

  /// Readable once the work is cancelled.
  package var number: Int32 { signal.number }

  /// Cancels the work; callable from any thread.
  package func raise() {
    isRaised.store(true, ordering: .relaxed)
    signal.give()
  }

  package func check() throws(DecodingError) {
    if isRaised.load(ordering: .relaxed) { throw .cancelled }
  }
}

extension WorkQueue {
  static let decoding = WorkQueue(label: "decoding")

  /// Runs work on a thread that may block, and signals cancellation of the task to it.
  ///
  /// Also throws `DecodingError.noThread`, or `.refused(.unreadable)` if there are too many open
  /// files; the work was not started then.
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
