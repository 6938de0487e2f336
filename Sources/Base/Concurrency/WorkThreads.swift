internal import Dispatch
internal import Synchronization

/// A pool of threads: waking one takes about half the time of starting and naming one.
///
/// It grows to the maximum of concurrent work, which callers limit. Idle threads sleep until
/// `close`.
final class WorkThreads: Sendable {
  typealias Starter = @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool

  private let startThread: Starter
  private let state = Mutex(State())
  /// Signaled once per idle thread that must look for work.
  private let wakeUps = DispatchSemaphore(value: 0)

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// Threads that work or wait.
    var threadCount = 0
    /// Waiting threads that have not been signaled.
    var idleCount = 0
    var isClosed = false
  }

  private enum Step {
    case work(@Sendable () -> Void)
    case wait
    case end
  }

  init(startThread: @escaping Starter) {
    self.startThread = startThread
  }

  /// Passes work to an idle or a new thread, otherwise to a busy one; callable from any thread.
  ///
  /// Returns false, and drops the work, if there are no threads at all.
  func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let (isTaken, mustWake) = state.withLock { state in
      let hasIdleThread = state.idleCount > 0
      if hasIdleThread {
        state.idleCount -= 1
      } else if startThread({ while self.takeTurn() {} }) {
        // It takes the work when the lock is released.
        state.threadCount += 1
      }
      guard state.threadCount > 0 else { return (false, false) }
      state.waiting.append(work)
      return (true, hasIdleThread)
    }
    if mustWake { wakeUps.signal() }
    return isTaken
  }

  /// Works or waits, without retaining the work; returns false if the thread must end.
  private func takeTurn() -> Bool {
    switch nextStep() {
    case .work(let work): work()
    case .wait: wakeUps.wait()
    case .end: return false
    }
    return true
  }

  private func nextStep() -> Step {
    state.withLock { state in
      if !state.waiting.isEmpty { return .work(state.waiting.removeFirst()) }
      if state.isClosed {
        state.threadCount -= 1
        return .end
      }
      state.idleCount += 1
      return .wait
    }
  }

  /// Ends all threads, busy ones after their work.
  func close() {
    let idleCount = state.withLock { state in
      defer { state.idleCount = 0 }
      state.isClosed = true
      return state.idleCount
    }
    for _ in 0..<idleCount { wakeUps.signal() }
  }
}
