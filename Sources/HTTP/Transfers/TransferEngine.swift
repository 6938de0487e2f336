import Base
import Storage
import Synchronization

/// A thread with a libcurl multi handle; starts with the first transfer, sleeps when idle.
final class TransferEngine: Pausing, Sendable {
  private let inbox = TransferInbox()
  private let threads = WorkQueue(label: "network")
  private let state = Mutex((lastID: 0, hasStarted: false))

  deinit {
    inbox.post(.stop)
  }

  /// Loads libcurl before the first transfer; does not block.
  func start() {
    state.withLock { _ = start(&$0.hasStarted) }
  }

  /// `onProgress` is called on the transfer thread. Cancelling the task ends the transfer.
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
    guard await isOver.value(orWhenCancelled: false) else { throw .cancelled }
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

struct TransferRequest: Sendable {
  let hop: ResolvedRequest
  let configuration: HTTPConfiguration
  let headers: [HTTPHeader]
  let partial: PartialBody?
  /// In libcurl's syntax; nil for a direct connection.
  let proxy: String?
  /// For large bodies; nil for the system's temporary folder.
  let folder: PrivateDirectory?
}

struct TransferResult: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: HTTPBody
  let isPeerPrivate: Bool
  let isMultiplexed: Bool
}

struct TransferEnd: Sendable {
  typealias Outcome = Result<TransferResult, NetworkError>

  let outcome: Outcome
  /// Whether the server took too long for a retry.
  let wasSlow: Bool
  /// The partial body of a failed transfer that can be resumed.
  var partial: PartialBody?
}

struct TransferJob: Sendable {
  let id: Int
  let request: TransferRequest
  let onProgress: @Sendable (HTTPProgress) -> Void
  let end: Promise<TransferEnd>
}

enum TransferCommand: Sendable {
  case start(TransferJob)
  /// Ends a transfer with `NetworkError.cancelled`.
  case cancel(Int)
  case wake(at: ContinuousClock.Instant, Promise<Bool>)
  /// Ends the thread, and all transfers with `NetworkError.cancelled`.
  case stop
}
