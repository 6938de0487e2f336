internal import Dispatch
internal import Synchronization

/// Threads that wait for more work after they have done some, since to start and name one takes
/// about twice as long as to wake one.
///
/// There are as many as there ever was work at once, which callers limit; without work they sleep
/// and cost nothing, until they are sent home.
final class WorkThreads: Sendable {
  /// Starts a thread that does one thing and ends; false where the system has none to give.
  typealias Starter = @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool

  private let startThread: Starter
  private let state = Mutex(State())
  /// Signalled once for each idle thread that is to look for work.
  private let wakeUps = DispatchSemaphore(value: 0)

  private struct State {
    /// Work that no thread has taken yet, the next first.
    var waiting: [@Sendable () -> Void] = []
    /// The number of threads that take work, or wait for some.
    var threadCount = 0
    /// The number of waiting threads for which no wake-up is on its way.
    var idleCount = 0
    var isClosed = false
  }

  /// What a thread does next.
  private enum Step {
    case work(@Sendable () -> Void)
    case wait
    case end
  }

  init(startThread: @escaping Starter) {
    self.startThread = startThread
  }

  /// Gives work to an idle thread, or to a new one; callable from any thread.
  ///
  /// Where the system has no new one, those that there are take the work when they have done theirs.
  /// - Returns: False where there are none; the work will not be done.
  func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let (isTaken, mustWake) = state.withLock { state in
      let hasIdleThread = state.idleCount > 0
      if hasIdleThread {
        state.idleCount -= 1
      } else if startThread({ while self.takeTurn() {} }) {
        // It finds the work when the lock is free again.
        state.threadCount += 1
      }
      guard state.threadCount > 0 else { return (false, false) }
      state.waiting.append(work)
      return (true, hasIdleThread)
    }
    if mustWake { wakeUps.signal() }
    return isTaken
  }

  /// Does work or waits for some, and holds on to nothing of it; false where the thread shall end.
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

  /// Lets every thread end that has no work, and the others after theirs.
  func close() {
    let idleCount = state.withLock { state in
      defer { state.idleCount = 0 }
      state.isClosed = true
      return state.idleCount
    }
    for _ in 0..<idleCount { wakeUps.signal() }
  }
}
