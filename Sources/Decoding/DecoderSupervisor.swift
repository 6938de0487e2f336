import DecoderMessages
import Synchronization
import Threading

/// Keeps the decoder of one role running: starts it when it is first needed, and again when it dies.
final class DecoderSupervisor: Sendable {
  private struct State {
    var process: DecoderProcess?
    var deaths = DeathLog()
  }

  let program: DecoderPrograms.Program
  private let limit: Duration
  private let now: @Sendable () -> Duration
  private let queue: WorkQueue
  private let whenReady: @Sendable (Set<SandboxPart>) -> Void
  private let state = Mutex(State())

  /// Takes charge of a program that is not running yet.
  /// - Parameters:
  ///   - program: What to start.
  ///   - limit: How long it may take to get ready.
  ///   - queue: The threads on which to wait for that.
  ///   - now: The time that deaths are counted by.
  ///   - whenReady: Is told which parts of the sandbox hold, every time the program is ready.
  init(
    _ program: DecoderPrograms.Program, limit: Duration, queue: WorkQueue,
    now: @escaping @Sendable () -> Duration,
    whenReady: @escaping @Sendable (Set<SandboxPart>) -> Void
  ) {
    self.program = program
    self.limit = limit
    self.queue = queue
    self.now = now
    self.whenReady = whenReady
  }

  /// The running decoder; blocks for as long as it takes to start a process.
  /// - Throws: `DecodingError.decoderUnavailable` where it has died too often.
  func process() throws(DecodingError) -> DecoderProcess {
    let (process, isNew) = try state.withLock { (state) throws(DecodingError) in
      guard !state.deaths.isExhausted else { throw .decoderUnavailable }
      if let process = state.process { return (process, false) }
      guard let process = DecoderProcess(program) else { throw .decoderUnavailable }
      state.process = process
      return (process, true)
    }
    if isNew { queue.start { self.awaitStart(of: process) } }
    return process
  }

  /// The time of a start, and what it says, are only known to who waits for it.
  private func awaitStart(of process: DecoderProcess) {
    guard let start = process.awaitStart(atMost: limit) else { return }
    whenReady(start.parts)
  }

  /// Ends a decoder that has died or does not answer; another one is started when it is needed.
  func bury(_ process: DecoderProcess) {
    process.kill()
    state.withLock { state in
      guard state.process === process else { return }
      state.process = nil
      state.deaths.add(at: now())
    }
  }

  /// Starts the decoder where it does not run, and waits until it is ready; one that is not in time
  /// is ended.
  func state(atMost limit: Duration) -> DecoderStatus.State {
    guard let process = try? process() else { return .unavailable }
    guard let start = process.awaitStart(atMost: limit) else {
      bury(process)
      return .unavailable
    }
    return .running(
      process: process.process, startUpTime: start.duration, sandbox: start.parts)
  }

  /// Forgets how often the decoder has died.
  func retry() {
    state.withLock { $0.deaths.clear() }
  }
}
