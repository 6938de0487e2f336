internal import Base
internal import CCurl
internal import Glibc
internal import Synchronization

/// The transfer thread: runs commands and transfers, delivers results, waits.
final class TransferLoop {
  private let inbox: TransferInbox
  /// Without libcurl all transfers fail with its reason.
  private let multi: Result<MultiHandle, NetworkError>
  private var transfers: [Int: Transfer] = [:]
  private var wakeUps: [(instant: ContinuousClock.Instant, promise: Promise<Bool>)] = []
  private var isStopped = false

  private init(_ inbox: TransferInbox) {
    self.inbox = inbox
    multi = Result { () throws(NetworkError) in try MultiHandle() }
  }

  /// Runs until a `stop` command; blocks.
  static func run(_ inbox: TransferInbox) {
    ThreadSignals.block()
    TransferLoop(inbox).run()
  }

  private func run() {
    while true {
      for command in inbox.take() {
        switch command {
        case .start(let job): start(job)
        case .cancel(let id): end(id, with: .failure(.cancelled))
        case .wake(let instant, let promise): wakeUps.append((instant, promise))
        case .stop: isStopped = true
        }
      }
      if isStopped { return endAll() }
      let multi = try? multi.get()
      multi?.perform()
      while let (handle, code) = multi?.nextDone() { finish(handle, code) }
      // After the available bytes were read, which may have waited for this thread.
      checkTimeouts()
      wake()
      if let multi {
        multi.wait(for: inbox.descriptor, milliseconds: millisecondsToWait)
      } else {
        _ = Polling.wait(for: [inbox.descriptor], atMost: .milliseconds(millisecondsToWait))
      }
    }
  }

  private func start(_ job: TransferJob) {
    do throws(NetworkError) {
      let multi = try multi.get()
      let transfer = try Transfer(job)
      guard multi.add(transfer.handle) else { throw .cannotKeep(errno: ENOMEM) }
      transfers[job.id] = transfer
    } catch {
      job.end.fulfil(TransferEnd(outcome: .failure(error), wasSlow: false))
    }
  }

  private func end(_ id: Int, with outcome: TransferEnd.Outcome) {
    guard let transfer = transfers.removeValue(forKey: id) else { return }
    try? multi.get().remove(transfer.handle)
    transfer.finish(with: outcome)
  }

  private func checkTimeouts() {
    let now = ContinuousClock.now
    for (id, transfer) in transfers {
      transfer.notifyIfWaiting(at: now)
      if let failure = transfer.patience.failure(at: now) { end(id, with: .failure(failure)) }
    }
  }

  private func finish(_ handle: EasyHandle.ID, _ code: CURLcode) {
    guard let (id, transfer) = transfers.first(where: { $0.value.handle.id == handle }) else {
      return
    }
    end(id, with: transfer.outcome(of: code))
  }

  private func endAll() {
    for id in transfers.keys { end(id, with: .failure(.cancelled)) }
    for wakeUp in wakeUps { wakeUp.promise.fulfil(false) }
  }

  private func wake() {
    guard !wakeUps.isEmpty else { return }
    let now = ContinuousClock.now
    for wakeUp in wakeUps where wakeUp.instant <= now { wakeUp.promise.fulfil(true) }
    wakeUps.removeAll { $0.instant <= now }
  }

  private var millisecondsToWait: Int32 {
    let instants = wakeUps.map(\.instant) + transfers.values.compactMap(\.patience.nextCheck)
    return instants.isEmpty ? .max : Polling.milliseconds(until: instants.min())
  }
}

final class TransferInbox: Sendable {
  private let commands = Mutex<[TransferCommand]>([])
  private let signal = WakeSignal()

  /// Readable while there are commands; -1 if there were too many open files.
  var descriptor: Int32 { signal?.number ?? -1 }

  func post(_ command: TransferCommand) {
    let isFirst = commands.withLock { commands in
      commands.append(command)
      return commands.count == 1
    }
    if isFirst { signal?.give() }
  }

  func take() -> [TransferCommand] {
    signal?.takeBack()
    return commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
  }
}
