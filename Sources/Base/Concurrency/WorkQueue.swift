/// Threads that may block: work for disks, networks and codecs leaves the cooperative pool here.
///
/// Work never waits for other work: if no thread is idle, another one is started. Dispatch has as
/// many threads as processors, and adds one per second while all are blocked, so that two stalled
/// reads would block everything after them.
package final class WorkQueue: Sendable {
  private let threads: WorkThreads

  /// Makes a concurrent queue; callers must limit the amount of work.
  ///
  /// Debuggers show 15 bytes of the label. With `givesWay` threads have the lowest priority.
  package init(label: String, givesWay: Bool = false) {
    threads = WorkThreads { WorkThread.start(label: label, givesWay: givesWay, $0) }
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
  package func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    threads.start(work)
  }
}
