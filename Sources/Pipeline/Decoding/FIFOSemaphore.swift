import DecoderMessages
import Glibc
import Synchronization
import System

/// Lets so many pictures be decoded at once and no more, in the order in which they were asked for.
final class FIFOSemaphore: Sendable {
  private struct State {
    var freeCount: Int
    var waiting: [WakeSignal] = []
  }

  private let state: Mutex<State>

  /// Makes a semaphore for which nobody waits.
  /// - Parameter width: How many pictures are decoded at once.
  init(width: Int) {
    state = Mutex(State(freeCount: width))
  }

  /// Waits for the permit of one more picture; blocks.
  /// - Throws: `DecodingError.cancelled` where it is not wanted any more, `.refused` with `unreadable`
  ///   where there are too many open files; it has no place in the queue then.
  func acquire(unless cancellation: CancellationSignal) throws(DecodingError) -> Permit {
    guard let permit = enqueue() else { throw .refused(.unreadable(errno: EMFILE)) }
    _ = Polling.wait(for: [permit.number, cancellation.number])
    try cancellation.check()
    return permit
  }

  /// Takes a place at the end; callable from any thread, never waits.
  /// - Returns: A permit that counts from the moment its descriptor can be read, perhaps already; nil
  ///   where there are too many open files.
  func enqueue() -> Permit? {
    guard let signal = WakeSignal() else { return nil }
    state.withLock { state in
      guard state.freeCount > 0 else { return state.waiting.append(signal) }
      state.freeCount -= 1
      signal.give()
    }
    return Permit(of: self, signal)
  }

  /// Takes a permit back that is used up, or is not wanted any more.
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

/// Leave to decode one picture; when it is let go, the next in the queue gets one.
struct Permit: ~Copyable, Sendable {
  private let semaphore: FIFOSemaphore
  private let signal: WakeSignal

  fileprivate init(of semaphore: FIFOSemaphore, _ signal: WakeSignal) {
    self.semaphore = semaphore
    self.signal = signal
  }

  deinit {
    semaphore.release(signal)
  }

  /// The descriptor that can be read from the moment the permit counts.
  var number: Int32 { signal.number }
}
