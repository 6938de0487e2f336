internal import Dispatch
internal import Glibc
internal import Synchronization

/// Threads that may block: work for disks, networks and codecs leaves the cooperative pool here.
///
/// Work never waits for other work: if no thread is idle, another one is started. Dispatch adds
/// only one thread per second while all are blocked: two stalled reads would block everything.
package final class WorkQueue: Sendable {
  private let threads: WorkThreads

  /// Makes a concurrent queue; callers must limit the amount of work.
  ///
  /// Debuggers show 15 bytes of the label. With `isLowPriority` threads have the lowest priority.
  package init(label: String, isLowPriority: Bool = false) {
    threads = WorkThreads { WorkThread.start(label: label, isLowPriority: isLowPriority, $0) }
  }

  init(startThread: @escaping WorkThreads.Starter) {
    threads = WorkThreads(startThread: startThread)
  }

  deinit {
    threads.close()
  }

  /// Runs work on a thread that may block, or on the caller's if there is none.
  ///
  /// Callable from any task, but only if the caller blocks nothing else.
  package func run<Success: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
      let isTaken = start { continuation.resume(returning: Result(catching: work)) }
      if !isTaken { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }

  /// Runs work on a thread that may block, or throws `shortage` without starting it.
  package func run<Success: Sendable, Failure: Error>(
    orThrow shortage: Failure, _ work: @escaping @Sendable () -> Success
  ) async throws(Failure) -> Success {
    let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
      let isTaken = start { continuation.resume(returning: .success(work())) }
      if !isTaken { continuation.resume(returning: .failure(shortage)) }
    }
    return try result.get()
  }

  /// Returns false, and drops the work, if there is no thread; callable from any thread.
  @discardableResult
  package func start(_ work: @escaping @Sendable () -> Void) -> Bool { threads.start(work) }
}

/// A pool of threads: waking one takes about half the time of starting and naming one.
///
/// It grows with concurrent work, which callers limit. Idle threads sleep until `close`.
final class WorkThreads: Sendable {
  typealias Starter = @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool

  private let startThread: Starter
  private let state = Mutex(State())
  /// Signaled once per idle thread that must look for work.
  private let wakeUps = DispatchSemaphore(value: 0)

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var threadCount = 0
    /// Waiting threads that have not been signaled.
    var idleCount = 0
    var isClosed = false
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
      } else if startThread({ while let step = self.nextStep() { step() } }) {
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

  /// Work or a wait for it; nil if the thread must end.
  private func nextStep() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      if state.isClosed {
        state.threadCount -= 1
        return nil
      }
      state.idleCount += 1
      return { [wakeUps] in wakeUps.wait() }
    }
  }

  func close() {
    let idleCount = state.withLock { state in
      defer { state.idleCount = 0 }
      state.isClosed = true
      return state.idleCount
    }
    for _ in 0..<idleCount { wakeUps.signal() }
  }
}

final class WorkThread {
  private let main: @Sendable () -> Void

  private init(main: @escaping @Sendable () -> Void) {
    self.main = main
  }

  static func start(label: String, isLowPriority: Bool, _ work: @escaping @Sendable () -> Void)
    -> Bool
  {
    let held = unsafe Unmanaged.passRetained(
      WorkThread {
        let name = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        if let name = Descriptor(opened: name) { _ = writeAll(Array(label.utf8), to: name.number) }
        // On Linux niceness is per thread, contrary to POSIX (setpriority(2)).
        if isLowPriority { setpriority(Int32(PRIO_PROCESS.rawValue), 0, 19) }
        work()
      })
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<WorkThread>.fromOpaque(context).takeRetainedValue().main()
        return nil
      }, held.toOpaque())
    guard failure == 0 else {
      unsafe held.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
