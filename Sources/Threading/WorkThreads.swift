internal import Dispatch
internal import Synchronization

/// Threads that wait for more work after they have done some, since to start and name one takes
/// about twice as long as to wake one.
///
/// There are as many as there ever was work at once, which callers limit; without work they sleep
/// and cost nothing, until they are sent home.
final class WorkThreads: Sendable {
  private let label: String
  private let givesWay: Bool
  private let state = Mutex(State())
  /// Signalled once for each piece of work that an idle thread is to take.
  private let wakeUps = DispatchSemaphore(value: 0)

  private struct State {
    /// Work that is meant for threads being woken or started.
    var handedOver: [@Sendable () -> Void] = []
    /// The number of waiting threads for which no wake-up is on its way.
    var idleCount = 0
    var isClosed = false
  }

  init(label: String, givesWay: Bool) {
    self.label = label
    self.givesWay = givesWay
  }

  /// Gives work to an idle thread, or to a new one; callable from any thread.
  func start(_ work: @escaping @Sendable () -> Void) {
    let hasIdleThread = state.withLock { state in
      state.handedOver.append(work)
      guard state.idleCount > 0 else { return false }
      state.idleCount -= 1
      return true
    }
    if hasIdleThread {
      wakeUps.signal()
    } else {
      startThread()
    }
  }

  private func startThread() {
    let hasStarted = WorkThread.start(label: label, givesWay: givesWay) {
      repeat { self.doNextWork() } while self.waitForWork()
    }
    guard !hasStarted else { return }
    // The system has no thread to give; Dispatch shares the ones it has.
    DispatchQueue.global().async { self.doNextWork() }
  }

  /// Does work that was handed over, and holds on to nothing of it.
  private func doNextWork() {
    let work = state.withLock { $0.handedOver.isEmpty ? nil : $0.handedOver.removeFirst() }
    work?()
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

  /// Waits for work; false where the thread shall end.
  private func waitForWork() -> Bool {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.idleCount += 1 }
      return state.isClosed
    }
    guard !isClosed else { return false }
    wakeUps.wait()
    return state.withLock { !$0.handedOver.isEmpty }
  }
}
