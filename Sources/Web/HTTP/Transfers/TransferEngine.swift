internal import Concurrency
internal import Synchronization

/// The door to the thread that does all transfers with one multi handle of libcurl.
///
/// The thread starts with the first transfer, and sleeps while nothing is transferred.
final class TransferEngine: Pausing, Sendable {
  private let inbox = TransferInbox()
  private let threads = WorkQueue(label: "network")
  private let state = Mutex((lastID: 0, hasStarted: false))

  init() {}

  deinit {
    inbox.post(.stop)
  }

  /// Starts the thread, which loads the library, ahead of the first transfer; never waits.
  func start() {
    state.withLock { _ = start(&$0.hasStarted) }
  }

  /// Does one transfer; its progress is told on the thread of the transfers.
  ///
  /// Cancelling the task ends the transfer, as soon as its thread has heard of it.
  func transfer(
    _ request: TransferRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
  ) async -> TransferEnd {
    let id: Int
    do throws(NetworkError) {
      id = try begin()
    } catch {
      return TransferEnd(outcome: .failure(error), wasSlow: false)
    }
    let job = TransferJob(id: id, request: request, onProgress: onProgress, end: Promise())
    inbox.post(.start(job))
    return await withTaskCancellationHandler {
      await job.end.value()
    } onCancel: {
      inbox.post(.cancel(job.id))
    }
  }

  /// Waits on the thread of the transfers, which the system's own timers would not do asleep.
  /// - Throws: `NetworkError.cancelled`.
  func pause(for duration: Duration) async throws(NetworkError) {
    _ = try begin()
    let isOver = Promise<Bool>()
    inbox.post(.wake(at: .now + duration, isOver))
    let wasReached = await withTaskCancellationHandler {
      await isOver.value()
    } onCancel: {
      isOver.fulfil(false)
    }
    guard wasReached else { throw .cancelled }
  }

  /// Starts the thread where it does not run, and returns the number of a new transfer.
  private func begin() throws(NetworkError) -> Int {
    try state.withLock { (state) throws(NetworkError) in
      guard start(&state.hasStarted) else { throw .noThread }
      state.lastID += 1
      return state.lastID
    }
  }

  private func start(_ hasStarted: inout Bool) -> Bool {
    if !hasStarted { hasStarted = threads.start { [inbox] in TransferLoop.run(inbox) } }
    return hasStarted
  }
}

/// Waits for a time to pass.
package protocol Pausing: Sendable {
  /// Returns when the time has passed.
  /// - Throws: `NetworkError.cancelled` as soon as the task is cancelled.
  func pause(for duration: Duration) async throws(NetworkError)
}
