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
    case start(WakeSignal)
    case giveUp(DecodingError)
  }

  private let program: DecoderProgram
  private let log: Log
  private let startLimit: Duration
  private let now: @Sendable () -> Duration
  private let queue: WorkQueue
  private let whenReady: @Sendable (Set<SandboxPart>) -> Void
  private let state = Mutex(State())

  /// `whenReady` receives the active parts of the sandbox at every start.
  init(
    _ program: DecoderProgram, startLimit: Duration, queue: WorkQueue,
    now: @escaping @Sendable () -> Duration, log: Log = .none,
    whenReady: @escaping @Sendable (Set<SandboxPart>) -> Void
  ) {
    (self.program, self.startLimit, self.queue, self.now) = (program, startLimit, queue, now)
    (self.log, self.whenReady) = (log, whenReady)
  }

  /// Blocks while a process is being started.
  ///
  /// Throws `.decoderUnavailable` if it died too often, or `.refused(.unreadable)` if there are too
  /// many open files.
  func process() throws(DecodingError) -> DecoderProcess {
    while true {
      let step = state.withLock { state -> Step in
        if state.crashes.isExhausted { return .giveUp(.decoderUnavailable) }
        if let process = state.process { return .use(process) }
        if let starting = state.starting { return .wait(starting) }
        guard let signal = WakeSignal() else {
          return .giveUp(.refused(.unreadable(errno: EMFILE)))
        }
        state.starting = signal
        return .start(signal)
      }
      switch step {
      case .use(let process): return process
      case .wait(let signal): _ = Polling.wait(for: [signal.number])
      case .start(let signal): return try start(announcedBy: signal)
      case .giveUp(let error): throw error
      }
    }
  }

  /// The decoder once it accepts requests; blocks.
  ///
  /// Nil if it died or was silent during its start: it has been discarded then.
  func readyProcess(unless cancellation: Int32) throws(DecodingError) -> DecoderProcess? {
    let process = try process()
    switch process.awaitStart(unless: cancellation) {
    case .ready: return process
    case .interrupted: throw .cancelled
    case .ended: discard(process)
    case .silent: discard(process, isHopeless: true)
    }
    return nil
  }

  private func start(announcedBy signal: WakeSignal) throws(DecodingError) -> DecoderProcess {
    let process = EarlyDecoder.take(program) ?? DecoderProcess(program, limit: startLimit)
    state.withLock { ($0.process, $0.starting) = (process, nil) }
    signal.give()
    guard let process else {
      log.write(.error, .decoder, "\(program.path) cannot be started")
      throw .decoderUnavailable
    }
    log.write(.info, .decoder, "\(program.path) started as process \(process.process)")
    queue.start { [self] in
      // Start time and sandbox are only known after the start.
      if case .ready(let start) = process.awaitStart() { whenReady(start.parts) }
    }
    return process
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

/// A decoder that was started before its client was made.
enum EarlyDecoder {
  private static let waiting = Mutex<(program: DecoderProgram, process: DecoderProcess)?>(nil)

  static func start(_ program: DecoderProgram, limit: Duration) {
    waiting.withLock { waiting in
      waiting = DecoderProcess(program, limit: limit).map { (program, $0) }
    }
  }

  /// Waits while it is being started; nil if there is none of this program.
  static func take(_ program: DecoderProgram) -> DecoderProcess? {
    waiting.withLock { waiting in
      guard let (started, process) = waiting, started == program else { return nil }
      waiting = nil
      return process
    }
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

/// The parent process, which never reads a photo and forks a child for each image.
final class DecoderProcess: Sendable {
  struct Start: Hashable, Sendable {
    let parts: Set<SandboxPart>
    let duration: Duration
  }

  enum StartOutcome: Hashable, Sendable {
    case ready(Start)
    case ended, silent, interrupted
  }

  /// Time for a process to end before it is killed.
  private static let patience = Duration.seconds(1)

  private static let controlNumber: Int32 = 3
  /// Swift's backtraces would examine a crash within the crashed process. Without large pages, a
  /// child would take a page fault for every 4 KiB of file and pixels.
  private static let environment = [
    "SWIFT_BACKTRACE=enable=no", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1",
  ]

  let process: pid_t
  private let control: SocketPair
  private let launched = ContinuousClock.now
  private let limit: Duration
  private let start = Mutex<Start?>(nil)

  /// Does not wait until the program is ready; nil if it cannot be started.
  init?(_ program: DecoderProgram, limit: Duration) {
    guard var control = SocketPair(.messages),
      let process = ProgramStart.start(
        program.path, arguments: program.arguments, environment: Self.environment,
        passing: control.far, as: Self.controlNumber)
    else { return nil }
    control.closeFar()
    self.control = control
    (self.limit, self.process) = (limit, process)
  }

  deinit {
    // A decoder ends when its socket is closed.
    control.endSending()
    if let ending = Descriptor.ofProcess(process) {
      _ = Polling.wait(for: [ending.number], atMost: Self.patience)
    }
    kill()
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// Kills the process; its children end with it.
  func kill() {
    Glibc.kill(process, SIGKILL)
  }

  /// The descriptors are the socket for answers, the one for the report of the child's end, and the
  /// files. Nothing is sent if the process has gone.
  func send(_ request: [UInt8], with descriptors: [Int32]) {
    _ = control.near.send(request, with: descriptors)
  }

  /// Waits until the process is ready or its start limit is over; blocks.
  ///
  /// Ends early when the descriptor `interruption` is readable, unless it is -1.
  func awaitStart(unless interruption: Int32 = -1) -> StartOutcome {
    var deadline = Deadline(in: limit)
    while true {
      if let start = start.withLock({ $0 }) { return .ready(start) }
      let isReadable = Polling.wait(
        for: [control.near.number, interruption], atMost: deadline.left())
      if isReadable[0] { return hear() }
      if isReadable[1] { return .interrupted }
      if deadline.isOver() { return .silent }
    }
  }

  /// Peeks at the ready message, which stays in the socket for other waiters.
  private func hear() -> StartOutcome {
    var bytes = [UInt8](repeating: 0, count: ReadyMessage.byteCount + 1)
    let count = unsafe recv(
      control.near.number, &bytes, bytes.count, Int32(MSG_PEEK | MSG_DONTWAIT))
    guard count > 0, let message = ReadyMessage(parsing: Array(bytes.prefix(count))) else {
      return .ended
    }
    let new = Start(parts: message.parts, duration: launched.duration(to: .now))
    return .ready(
      start.withLock { start in
        let first = start ?? new
        start = first
        return first
      })
  }
}

/// Starts a program with one descriptor, and `/dev/null` for the other standard streams.
enum ProgramStart {
  /// Returns the process, which the caller must wait for; nil if it could not be started.
  ///
  /// The program gets nothing of this process's environment, and no signals are blocked or ignored.
  static func start(
    _ path: String, arguments: [String] = [], environment: [String], passing descriptor: Int32,
    as number: Int32
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    for stream in STDIN_FILENO...STDERR_FILENO where stream != number {
      unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    resetSignals(&attributes)
    var arguments = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe (arguments + variables).forEach { unsafe free($0) }
    }
    var process = pid_t()
    let failure = unsafe posix_spawn(&process, path, &actions, &attributes, &arguments, &variables)
    return failure == 0 ? process : nil
  }

  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    unsafe posix_spawnattr_init(&attributes)
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }
}
