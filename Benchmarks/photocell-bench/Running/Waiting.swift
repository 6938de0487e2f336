import Dispatch
import Synchronization

/// Runs an asynchronous operation and blocks for its result.
final class Waiting<Success: Sendable>: Sendable {
  private let state = Mutex<Success?>(nil)
  private let end = DispatchSemaphore(value: 0)

  init(for work: @escaping @Sendable () async -> Success) {
    Task.detached {
      let success = await work()
      self.state.withLock { $0 = success }
      self.end.signal()
    }
  }

  /// The result; blocks until it is available; must be read only once.
  var result: Success {
    while true {
      end.wait()
      if let success = state.withLock({ $0 }) { return success }
    }
  }
}
