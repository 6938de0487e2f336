internal import Synchronization

/// A thread-safe value with conditions to wait for, which are checked only on changes.
///
///     let ended = Watched(0)
///     server.onEnd = { ended.change { $0 += 1 } }
///     await ended.wait { $0 == 3 }
package final class Watched<Value: Sendable>: Sendable {
  /// A condition on the value, evaluated under the lock; it must not wait.
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

  package init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  package var value: Value { state.withLock(\.value) }

  /// Changes the value and resumes those whose conditions are now true.
  @discardableResult
  package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, met) = state.withLock { state in
      let result = body(&state.value)
      // Evaluate each condition only once, as its result may change.
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

  /// Waits until the condition is true, or was true after a change.
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
