import Concurrency
import DecoderMessages
import Glibc
import Logging
import Synchronization
import System

/// Keeps the decoder of one role running: starts it when it is first needed, and again when it dies.
final class DecoderSupervisor: Sendable {
  private struct State {
    var process: DecoderProcess?
    /// Given when the process is there that somebody is starting, or is unavailable.
    var starting: WakeSignal?
    var crashes = CrashCounter()
  }

  /// What somebody who needs a process has to do.
  private enum Step {
    case use(DecoderProcess)
    case wait(WakeSignal)
    case start
    case giveUp
  }

  let program: DecoderPrograms.Program
  let log: Log
  private let startLimit: Duration
  private let now: @Sendable () -> Duration
  private let queue: WorkQueue
  private let whenReady: @Sendable (Set<SandboxPart>) -> Void
  private let state = Mutex(State())

  /// Takes charge of a program that is not running yet.
  /// - Parameters:
  ///   - program: What to start.
  ///   - startLimit: How long it may take to get ready.
  ///   - queue: The threads on which to wait for that.
  ///   - now: The time that crashes are counted by.
  ///   - log: Hears when it starts and dies.
  ///   - whenReady: Is told which parts of the sandbox hold, every time the program is ready.
  init(
    _ program: DecoderPrograms.Program, startLimit: Duration, queue: WorkQueue,
    now: @escaping @Sendable () -> Duration, log: Log = .none,
    whenReady: @escaping @Sendable (Set<SandboxPart>) -> Void
  ) {
    self.program = program
    self.startLimit = startLimit
    self.queue = queue
    self.now = now
    self.log = log
    self.whenReady = whenReady
  }

  /// The running decoder; blocks for as long as it takes to start a process.
  /// - Throws: `DecodingError.decoderUnavailable` where it has died too often, `.unreadable` where there
  ///   are too many open files.
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

  /// Starts a process, unless somebody else was first; then nil.
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

  /// What is to be done; with a signal, a start is announced by it.
  private static func step(in state: inout State, announcing signal: WakeSignal?) -> Step {
    guard !state.crashes.isExhausted else { return .giveUp }
    if let process = state.process { return .use(process) }
    if let starting = state.starting { return .wait(starting) }
    state.starting = signal
    return .start
  }

  /// The time of a start, and what it says, are only known to who waits for it.
  private func awaitStart(of process: DecoderProcess) {
    guard case .ready(let start) = process.awaitStart() else { return }
    whenReady(start.parts)
  }

  /// Ends a decoder that has died or does not answer; another one is started when it is needed.
  /// - Parameters:
  ///   - process: The decoder.
  ///   - isHopeless: Whether no other one is to be started: what was not ready in a long time will not be
  ///     the next time.
  func discard(_ process: DecoderProcess, isHopeless: Bool = false) {
    process.kill()
    let isLast: Bool? = state.withLock { state in
      guard state.process === process else { return nil }
      state.process = nil
      if isHopeless { state.crashes.exhaust() } else { state.crashes.add(at: now()) }
      return state.crashes.isExhausted
    }
    guard let isLast else { return }
    let end = isHopeless ? "was not ready in time" : "has died or does not answer"
    let next = isLast ? "no other one is started" : "another one is started when it is needed"
    log.write(
      isLast ? .error : .warning, .decoder,
      "\(program.path), process \(process.process), \(end): \(next)")
  }

  /// Starts the decoder where it does not run, and waits until it is ready; one that is not in time
  /// is ended.
  func waitForState() -> DecoderStatus.State {
    guard let process = try? process() else { return .unavailable }
    guard case .ready(let start) = process.awaitStart() else {
      discard(process)
      return .unavailable
    }
    return .running(
      process: process.process, startUpTime: start.duration, sandbox: start.parts)
  }

  /// Forgets how often the decoder has died.
  func retry() {
    state.withLock { $0.crashes.clear() }
  }
}

/// How often a decoder has died of late (its restart intensity): one that dies again and again is left
/// alone.
struct CrashCounter {
  private static let span = Duration.seconds(10)
  private static let limit = 3

  private var crashes: [Duration] = []
  /// Whether it has died too often; until `retry` is asked for.
  private(set) var isExhausted = false

  /// Remembers a death.
  /// - Parameter now: When it happened, by any clock that only goes forward.
  mutating func add(at now: Duration) {
    crashes = crashes.filter { now - $0 < Self.span } + [now]
    if crashes.count >= Self.limit { isExhausted = true }
  }

  /// Counts as having died too often.
  mutating func exhaust() {
    isExhausted = true
  }

  /// Forgets all deaths.
  mutating func clear() {
    self = CrashCounter()
  }
}

/// The parts of the sandbox that decoders lack, as far as they have said.
final class SandboxLack: Sendable {
  private let parts = Mutex<Set<SandboxPart>>([])
  private let onGrowth: @Sendable (Set<SandboxPart>) -> Void

  /// Lacks nothing yet.
  /// - Parameter onGrowth: Is told all that is lacking, every time that is more than before.
  init(onGrowth: @escaping @Sendable (Set<SandboxPart>) -> Void) {
    self.onGrowth = onGrowth
  }

  /// Takes what one decoder lacks.
  func add(_ more: Set<SandboxPart>) {
    let grown = parts.withLock { parts -> Set<SandboxPart>? in
      guard !more.isSubset(of: parts) else { return nil }
      parts.formUnion(more)
      return parts
    }
    if let grown { onGrowth(grown) }
  }
}
