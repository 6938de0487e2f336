import Dispatch
import Synchronization

/// Waits on this thread for what is asynchronous.
final class Waiting<Success: Sendable>: Sendable {
  private let state = Mutex<Success?>(nil)
  private let end = DispatchSemaphore(value: 0)

  /// Starts the work on another thread.
  init(for work: @escaping @Sendable () async -> Success) {
    Task.detached {
      let success = await work()
      self.state.withLock { $0 = success }
      self.end.signal()
    }
  }

  /// What the work returned; blocks until it has, and is asked once.
  var result: Success {
    while true {
      end.wait()
      if let success = state.withLock({ $0 }) { return success }
    }
  }
}
