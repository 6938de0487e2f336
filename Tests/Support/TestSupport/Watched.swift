internal import Synchronization

/// A value that any thread changes, and for which tests wait: they sleep until a change makes it what
/// they want, and look no more often than it changes.
///
///     let ended = Watched(0)
///     server.onEnd = { ended.change { $0 += 1 } }
///     await ended.wait { $0 == 3 }
package final class Watched<Value: Sendable>: Sendable {
  /// Tells whether the value is what somebody waits for; is asked under the lock and must not wait.
  package typealias Condition = @Sendable (Value) -> Bool

  private struct Watcher {
    let condition: Condition
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var value: Value
    var watchers: [Watcher] = []
  }

  private let state: Mutex<State>

  /// Makes a value for which nobody waits.
  package init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  /// The value of now.
  package var value: Value { state.withLock(\.value) }

  /// Changes the value and wakes those who have waited for what it is now.
  /// - Returns: What the change returns.
  @discardableResult
  package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, met) = state.withLock { state in
      let result = body(&state.value)
      // Nobody is asked twice: a condition may hold for a moment only.
      var (met, others): ([Watcher], [Watcher]) = ([], [])
      for watcher in state.watchers {
        if watcher.condition(state.value) { met.append(watcher) } else { others.append(watcher) }
      }
      state.watchers = others
      return (result, met.map(\.continuation))
    }
    for continuation in met { continuation.resume() }
    return result
  }

  /// Waits until a condition holds, or has held since.
  package func wait(until condition: @escaping Condition) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        let isMet = condition(state.value)
        if !isMet {
          state.watchers.append(Watcher(condition: condition, continuation: continuation))
        }
        return isMet
      }
      if isMet { continuation.resume() }
    }
  }
}
