import Base
import DecoderProtocol
import Glibc
import Synchronization

/// Keeps the decoder of one role running: starts it on first use, and restarts it when it dies.
final class DecoderSupervisor: Sendable {
  private struct State {
    var process: DecoderProcess?
    /// Signaled when the process being started is there or unavailable.
    var starting: WakeSignal?
    var crashes = CrashCounter()
  }

  private enum Step {
    case use(DecoderProcess)
    case wait(WakeSignal)
    case start, giveUp
  }

  private let program: DecoderPrograms.Program
  private let log: Log
  private let startLimit: Duration
  private let now: @Sendable () -> Duration
  private let queue: WorkQueue
  private let whenReady: @Sendable (Set<SandboxPart>) -> Void
  private let state = Mutex(State())

  /// `whenReady` receives the active parts of the sandbox at every start.
  init(
    _ program: DecoderPrograms.Program, startLimit: Duration, queue: WorkQueue,
    now: @escaping @Sendable () -> Duration, log: Log = .none,
    whenReady: @escaping @Sendable (Set<SandboxPart>) -> Void
  ) {
    (self.program, self.startLimit, self.queue, self.now) = (program, startLimit, queue, now)
    (self.log, self.whenReady) = (log, whenReady)
  }

  /// The running decoder; blocks while a process is being started.
  ///
  /// Throws `.decoderUnavailable` if it died too often, or `.refused(.unreadable)` if there are too
  /// many open files.
  func process() throws(DecodingError) -> DecoderProcess {
    while true {
      switch state.withLock({ Self.step(in: &$0, announcing: nil) }) {
      case .use(let process): return process
      case .wait(let signal): _ = Polling.wait(for: [signal.number])
      case .giveUp: throw .decoderUnavailable
      case .start: if let process = try start() { return process }
      }
    }
  }

  /// The decoder once it accepts requests; blocks.
  ///
  /// Nil if it died or was silent during its start: it has been discarded then.
  func readyProcess(unless cancellation: Int32) throws(DecodingError) -> DecoderProcess? {
    let process = try process()
    let start = process.awaitStart(unless: cancellation)
    switch start {
    case .ready: return process
    case .interrupted: throw .cancelled
    case .ended, .silent:
      discard(process, isHopeless: start == .silent)
      return nil
    }
  }

  /// Starts a process; nil if another caller has started one first.
  private func start() throws(DecodingError) -> DecoderProcess? {
    guard let signal = WakeSignal() else { throw .refused(.unreadable(errno: EMFILE)) }
    guard case .start = state.withLock({ Self.step(in: &$0, announcing: signal) }) else {
      return nil
    }
    let process = DecoderProcess(program, limit: startLimit)
    state.withLock { ($0.process, $0.starting) = (process, nil) }
    signal.give()
    guard let process else {
      log.write(.error, .decoder, "\(program.path) cannot be started")
      throw .decoderUnavailable
    }
    log.write(.info, .decoder, "\(program.path) started as process \(process.process)")
    queue.start { self.awaitStart(of: process) }
    return process
  }

  /// The next step; with a signal, also announces a start.
  private static func step(in state: inout State, announcing signal: WakeSignal?) -> Step {
    guard !state.crashes.isExhausted else { return .giveUp }
    if let process = state.process { return .use(process) }
    if let starting = state.starting { return .wait(starting) }
    state.starting = signal
    return .start
  }

  /// Start time and sandbox are only known after the start.
  private func awaitStart(of process: DecoderProcess) {
    guard case .ready(let start) = process.awaitStart() else { return }
    whenReady(start.parts)
  }

  /// Ends a decoder that has died or does not answer; another one is started when needed.
  ///
  /// Not if `isHopeless`: a decoder that was not ready in a long time will not be the next time.
  func discard(_ process: DecoderProcess, isHopeless: Bool = false) {
    process.kill()
    let isLast: Bool? = state.withLock { state in
      guard state.process === process else { return nil }
      state.process = nil
      if isHopeless { state.crashes.isExhausted = true } else { state.crashes.add(at: now()) }
      return state.crashes.isExhausted
    }
    guard let isLast else { return }
    let end = isHopeless ? "was not ready in time" : "died or does not answer"
    let next = isLast ? "not restarted" : "restarted when needed"
    log.write(
      isLast ? .error : .warning, .decoder,
      "\(program.path), process \(process.process), \(end): \(next)")
  }

  /// Starts the decoder if needed, waits until it is ready, and discards it if it is not in time.
  func waitForState() -> DecoderStatus.State {
    guard let process = try? process() else { return .unavailable }
    guard case .ready(let start) = process.awaitStart() else {
      discard(process)
      return .unavailable
    }
    return .running(process: process.process, startUpTime: start.duration, sandbox: start.parts)
  }

  func retry() {
    state.withLock { $0.crashes = CrashCounter() }
  }
}

/// Restart intensity: a decoder that dies again and again is not restarted.
struct CrashCounter {
  private static let span = Duration.seconds(10)
  private static let limit = 3

  private var crashes: [Duration] = []
  var isExhausted = false

  /// `now` is of a monotonic clock.
  mutating func add(at now: Duration) {
    crashes = crashes.filter { now - $0 < Self.span } + [now]
    if crashes.count >= Self.limit { isExhausted = true }
  }
}

final class MissingSandboxParts: Sendable {
  private let parts = Mutex<Set<SandboxPart>>([])
  private let onGrowth: @Sendable (Set<SandboxPart>) -> Void

  /// `onGrowth` receives all missing parts whenever there are more.
  init(onGrowth: @escaping @Sendable (Set<SandboxPart>) -> Void) {
    self.onGrowth = onGrowth
  }

  func add(_ more: Set<SandboxPart>) {
    let grown = parts.withLock { parts -> Set<SandboxPart>? in
      guard !more.isSubset(of: parts) else { return nil }
      parts.formUnion(more)
      return parts
    }
    if let grown { onGrowth(grown) }
  }
}
