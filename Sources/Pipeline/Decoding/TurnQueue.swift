import DecoderMessages
import Glibc
import Synchronization
import System

/// Lets so many pictures be decoded at once and no more, in the order in which they were asked for.
final class TurnQueue: Sendable {
  private struct State {
    var freeCount: Int
    var waiting: [TurnSignal] = []
  }

  private let state: Mutex<State>

  /// Makes a queue in which nobody waits.
  /// - Parameter width: How many pictures are decoded at once.
  init(width: Int) {
    state = Mutex(State(freeCount: width))
  }

  /// Waits for the turn of one more picture; blocks.
  /// - Throws: `DecodingError.cancelled` where it is not wanted any more, `.unreadable` where there are
  ///   too many open files; it has no place in the queue then.
  func awaitTurn(unless cancellation: CancellationSignal) throws(DecodingError) -> Turn {
    guard let turn = join() else { throw .refused(.unreadable(errno: EMFILE)) }
    _ = Polling.wait(for: [turn.number, cancellation.number])
    try cancellation.check()
    return turn
  }

  /// Takes a place at the end; callable from any thread, never waits.
  /// - Returns: The turn, which may have come already; nil where there are too many open files.
  func join() -> Turn? {
    guard let signal = TurnSignal() else { return nil }
    state.withLock { state in
      guard state.freeCount > 0 else { return state.waiting.append(signal) }
      state.freeCount -= 1
      signal.give()
    }
    return Turn(in: self, signal)
  }

  /// Takes a picture out that is over, or is not wanted any more.
  func leave(_ signal: TurnSignal) {
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
