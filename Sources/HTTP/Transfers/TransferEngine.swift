internal import Base
internal import Synchronization

/// Sends transfers to a thread with one libcurl multi handle.
///
/// The thread starts with the first transfer and sleeps when idle.
final class TransferEngine: Pausing, Sendable {
  private let inbox = TransferInbox()
  private let threads = WorkQueue(label: "network")
  private let state = Mutex((lastID: 0, hasStarted: false))

  init() {}

  deinit {
    inbox.post(.stop)
  }

  /// Starts the thread, which loads libcurl, before the first transfer; does not block.
  func start() {
    state.withLock { _ = start(&$0.hasStarted) }
  }

  /// Runs a transfer; `onProgress` is called on the transfer thread.
  ///
  /// Cancelling the task ends the transfer.
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

  /// Waits on the transfer thread, since Dispatch timers would cause idle wake-ups.
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

package protocol Pausing: Sendable {
  /// Throws `NetworkError.cancelled` as soon as the task is cancelled.
  func pause(for duration: Duration) async throws(NetworkError)
}
