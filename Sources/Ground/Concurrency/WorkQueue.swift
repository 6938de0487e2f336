/// The door to threads that may block: work for disks, networks and codecs leaves the cooperative
/// pool here, so that no actor ever waits for them.
///
/// Work never waits for other work: where no thread is idle, another one is started. Dispatch's
/// threads would be as many as there are processors, and one more for each second that all of them
/// are blocked; two stalled reads would hold up everything behind them.
package final class WorkQueue: Sendable {
  private let threads: WorkThreads

  /// Makes a queue whose work runs side by side; its callers limit how much there is at once.
  /// - Parameters:
  ///   - label: A name that debuggers show, of which they show 15 bytes.
  ///   - givesWay: Whether its threads run only while nothing else wants to.
  package init(label: String, givesWay: Bool = false) {
    threads = WorkThreads { WorkThread.start(label: label, givesWay: givesWay, $0) }
  }

  /// Makes a queue whose threads come from elsewhere.
  init(startThread: @escaping WorkThreads.Starter) {
    threads = WorkThreads(startThread: startThread)
  }

  deinit {
    threads.close()
  }

  /// Runs work on a thread that may block, and returns what it returns; callable from any task.
  ///
  /// Where the system has no thread to give, the work is done on the caller's: this is for callers that
  /// hold nobody else up.
  /// - Throws: What the work throws.
  package func run<Success: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
      let isTaken = start { continuation.resume(returning: Result(catching: work)) }
      if !isTaken { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }

  /// Runs work on a thread that may block, and returns what it returns; callable from any task.
  /// - Parameters:
  ///   - shortage: What is thrown where the system has no thread to give.
  ///   - work: What is to be done.
  /// - Returns: What the work returns.
  /// - Throws: `shortage`; the work has not begun then.
  package func run<Success: Sendable, Failure: Error>(
    orThrow shortage: Failure, _ work: @escaping @Sendable () -> Success
  ) async throws(Failure) -> Success {
    let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
      let isTaken = start { continuation.resume(returning: .success(work())) }
      if !isTaken { continuation.resume(returning: .failure(shortage)) }
    }
    return try result.get()
  }

  /// Runs work on a thread that may block, and does not wait for it; callable from any thread.
  /// - Returns: False where the system has no thread to give: the work will not be done.
  @discardableResult
  package func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    threads.start(work)
  }
}
