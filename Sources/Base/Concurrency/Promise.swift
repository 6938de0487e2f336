internal import Synchronization

/// A value for a single waiting task; the first value wins.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case kept(Value)
    case over
  }

  private let state = Mutex(State.empty)

  package init() {}

  /// Callable from any thread; returns false and drops the value if there is one already.
  @discardableResult
  package func fulfil(_ value: Value) -> Bool {
    let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
      switch state {
      case .empty:
        state = .kept(value)
        return (true, nil)
      case .awaited(let waiter):
        state = .over
        return (true, waiter)
      case .kept, .over: return (false, nil)
      }
    }
    waiter?.resume(returning: value)
    return isFirst
  }

  /// Like `value()`, but cancellation of the task fulfils the promise with `substitute`.
  package func value(orWhenCancelled substitute: Value) async -> Value {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      fulfil(substitute)
    }
  }

  /// Waits for the value; may be called once.
  package func value() async -> Value {
    await withCheckedContinuation { waiter in
      let value = state.withLock { state -> Value? in
        guard case .kept(let value) = state else {
          state = .awaited(waiter)
          return nil
        }
        state = .over
        return value
      }
      if let value { waiter.resume(returning: value) }
    }
  }
}
