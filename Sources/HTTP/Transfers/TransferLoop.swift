internal import Base
internal import CCurl
internal import Glibc
internal import Synchronization

/// The transfer thread: runs commands and transfers, delivers results, waits.
final class TransferLoop {
  private let inbox: TransferInbox
  private let multi: MultiHandle
  private var transfers: [Int: Transfer] = [:]
  private var wakeUps: [(instant: ContinuousClock.Instant, promise: Promise<Bool>)] = []
  private var isStopped = false

  private init(_ inbox: TransferInbox, _ multi: MultiHandle) {
    (self.inbox, self.multi) = (inbox, multi)
  }

  /// Runs until a `stop` command; blocks.
  static func run(_ inbox: TransferInbox) {
    ThreadSignals.block()
    do throws(NetworkError) {
      TransferLoop(inbox, try MultiHandle()).run()
    } catch {
      refuse(inbox, because: error)
    }
  }

  private func run() {
    while true {
      for command in inbox.take() { obey(command) }
      if isStopped { return endAll() }
      multi.perform()
      while let (handle, code) = multi.nextDone() { finish(handle, code) }
      // After the available bytes were read, which may have waited for this thread.
      lookAtTime()
      wake()
      multi.wait(for: inbox.descriptor, milliseconds: millisecondsToWait)
    }
  }

  private func obey(_ command: TransferCommand) {
    switch command {
    case .start(let job): start(job)
    case .cancel(let id): cancel(id)
    case .wake(let instant, let promise): wakeUps.append((instant, promise))
    case .stop: isStopped = true
    }
  }

  private func start(_ job: TransferJob) {
    do throws(NetworkError) {
      let transfer = try Transfer(job)
      guard multi.add(transfer.handle) else { throw .cannotKeep(errno: ENOMEM) }
      transfers[job.id] = transfer
    } catch {
      job.end.fulfil(TransferEnd(outcome: .failure(error), wasSlow: false))
    }
  }

  private func cancel(_ id: Int) {
    guard let transfer = transfers.removeValue(forKey: id) else { return }
    multi.remove(transfer.handle)
    transfer.finish(with: .failure(.cancelled))
  }

  private func lookAtTime() {
    let now = ContinuousClock.now
    for (id, transfer) in transfers {
      transfer.tellWaiting(at: now)
      guard let failure = transfer.patience.failure(at: now) else { continue }
      transfers[id] = nil
      multi.remove(transfer.handle)
      transfer.finish(with: .failure(failure))
    }
  }

  private func finish(_ handle: EasyHandle.ID, _ code: CURLcode) {
    guard let (id, transfer) = transfers.first(where: { $0.value.handle.id == handle }) else {
      return
    }
    transfers[id] = nil
    transfer.finish(with: code)
    multi.remove(transfer.handle)
  }

  private func endAll() {
    for transfer in transfers.values {
      multi.remove(transfer.handle)
      transfer.finish(with: .failure(.cancelled))
    }
    for wakeUp in wakeUps { wakeUp.promise.fulfil(false) }
  }

  private func wake() {
    guard !wakeUps.isEmpty else { return }
    let now = ContinuousClock.now
    for wakeUp in wakeUps where wakeUp.instant <= now { wakeUp.promise.fulfil(true) }
    wakeUps.removeAll { $0.instant <= now }
  }

  private var millisecondsToWait: Int32 {
    let instants = wakeUps.map(\.instant) + transfers.values.compactMap(\.patience.nextLook)
    guard let rest = instants.map({ $0 - .now }).min() else { return .max }
    return Int32(clamping: rest / .milliseconds(1) < 0 ? 0 : Int(rest / .milliseconds(1)) + 1)
  }

  /// Without libcurl: fails all transfers with its reason until a `stop` command.
  private static func refuse(_ inbox: TransferInbox, because reason: NetworkError) {
    let end = TransferEnd(outcome: .failure(reason), wasSlow: false)
    while true {
      for command in inbox.take() {
        switch command {
        case .start(let job): job.end.fulfil(end)
        case .wake(_, let promise): promise.fulfil(true)
        case .cancel: break
        case .stop: return
        }
      }
      var ready = pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)
      unsafe poll(&ready, 1, -1)
    }
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
