package import Base
import DecoderProtocol
import Glibc
import Synchronization

/// Carries a task's cancellation to a thread that waits for descriptors.
package final class CancellationSignal: Sendable {
  private let signal: WakeSignal
  private let isRaised = Atomic(false)

  package init?() {
    guard let signal = WakeSignal() else { return nil }
    self.signal = signal
  }

  /// Readable once the work is cancelled.
  package var number: Int32 { signal.number }

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

/// Limits concurrent decoding, first come, first served.
package final class FIFOSemaphore: Sendable {
  private struct State {
    var freeCount: Int
    var waiting: [WakeSignal] = []
  }

  private let state: Mutex<State>

  package init(width: Int) {
    state = Mutex(State(freeCount: width))
  }

  /// Blocks; throws `.cancelled`, or `.refused(.unreadable)` if there are too many open files; it
  /// has left the queue then.
  package func acquire(unless cancellation: CancellationSignal) throws(DecodingError) -> Permit {
    guard let permit = enqueue() else { throw .refused(.unreadable(errno: EMFILE)) }
    _ = Polling.wait(for: [permit.number, cancellation.number])
    try cancellation.check()
    return permit
  }

  /// Does not wait: the permit is valid once its descriptor is readable. Callable from any thread;
  /// nil if there are too many open files.
  package func enqueue() -> Permit? {
    guard let signal = WakeSignal() else { return nil }
    state.withLock { state in
      guard state.freeCount > 0 else { return state.waiting.append(signal) }
      state.freeCount -= 1
      signal.give()
    }
    return Permit(semaphore: self, signal: signal)
  }

  fileprivate func release(_ signal: WakeSignal) {
    state.withLock { state in
      if let place = state.waiting.firstIndex(where: { $0 === signal }) {
        state.waiting.remove(at: place)
      } else if state.waiting.isEmpty {
        state.freeCount += 1
      } else {
        state.waiting.removeFirst().give()
      }
    }
  }
}

/// Permission to decode one image; releasing it admits the next waiter.
package struct Permit: ~Copyable, Sendable {
  fileprivate let semaphore: FIFOSemaphore
  fileprivate let signal: WakeSignal

  deinit {
    semaphore.release(signal)
  }

  package var number: Int32 { signal.number }
}
