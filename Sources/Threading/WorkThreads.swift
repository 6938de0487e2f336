internal import Dispatch
internal import Synchronization

/// Threads that wait a while for more work after they have done some, since to start and name one
/// takes about twice as long as to wake one.
final class WorkThreads: Sendable {
  /// How long a thread without work stays.
  private static let patience = DispatchTimeInterval.seconds(10)

  private let label: String
  private let state = Mutex(State())
  /// Signalled once for each piece of work that an idle thread is to take.
  private let wakeUps = DispatchSemaphore(value: 0)

  private struct State {
    /// Work that is meant for threads being woken.
    var handedOver: [@Sendable () -> Void] = []
    /// The number of waiting threads for which no wake-up is on its way.
    var idleCount = 0
  }

  init(label: String) {
    self.label = label
  }

  /// Gives work to an idle thread, or to a new one; callable from any thread.
  func start(_ work: @escaping @Sendable () -> Void) {
    let isHandedOver = state.withLock { state in
      guard state.idleCount > 0 else { return false }
      state.idleCount -= 1
      state.handedOver.append(work)
      return true
    }
    if isHandedOver {
      wakeUps.signal()
    } else {
      startThread(with: work)
    }
  }

  private func startThread(with work: @escaping @Sendable () -> Void) {
    let hasStarted = WorkThread.start(label: label) {
      work()
      while let next = self.nextWork() { next() }
    }
    guard !hasStarted else { return }
    // The system has no thread to give; Dispatch shares the ones it has.
    DispatchQueue.global().async(execute: work)
  }

  /// Waits for work; `nil` where none comes in time, and the thread shall end.
  private func nextWork() -> (@Sendable () -> Void)? {
    state.withLock { $0.idleCount += 1 }
    if wakeUps.wait(timeout: .now() + Self.patience) == .timedOut {
      guard !leave() else { return nil }
      // A wake-up was promised at the last moment.
      wakeUps.wait()
    }
    return state.withLock { $0.handedOver.removeFirst() }
  }

  /// Ends the waiting of one thread, unless every one that waits has a wake-up on its way.
  private func leave() -> Bool {
    state.withLock { state in
      guard state.idleCount > 0 else { return false }
      state.idleCount -= 1
      return true
    }
  }
}
