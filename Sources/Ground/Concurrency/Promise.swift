internal import Synchronization

/// A value that one task waits for; the first to fulfil it decides.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case kept(Value)
    case over
  }

  private let state = Mutex(State.empty)

  /// Creates a promise without a value.
  package init() {}

  /// Gives the value; callable from any thread.
  /// - Returns: Whether it is the first; a later value is dropped.
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
