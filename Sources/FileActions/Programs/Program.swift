package import Base
import CLinux
import Glibc
import Synchronization

package struct Program: Hashable, Sendable {
  /// The longest argument that Linux accepts (`MAX_ARG_STRLEN`), with a margin, in bytes.
  private static let longestArgument = 120_000

  private let arguments: [ByteString]
  /// Passed to the program as descriptor 3.
  private var script: ByteString?

  package init(_ name: String, _ arguments: [String] = []) {
    self.arguments = ([name] + arguments).map { ByteString($0) }
  }

  package init(script: ByteString) {
    guard script.bytes.count > Self.longestArgument else {
      arguments = [ByteString("sh"), ByteString("-c"), script]
      return
    }
    arguments = [ByteString("sh"), ByteString("/dev/fd/3")]
    self.script = script
  }

  /// Starts the program in its own process group with default signals; `ENOENT` if it is missing.
  package func start(on streams: ProgramStreams) throws(SystemError) -> Int32 {
    guard arguments.allSatisfy({ !$0.bytes.contains(0) }) else { throw SystemError(EINVAL) }
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    var words = unsafe arguments.map { unsafe strdup($0.cString) }
    unsafe words.append(nil)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe words.forEach { unsafe free($0) }
    }
    for (place, number) in [streams.input, streams.output, streams.errors].enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, number, Int32(place))
    }
    if streams.isInFront { _ = unsafe cl_add_front(&actions, STDIN_FILENO) }
    Self.setSignals(of: &attributes)
    var process = pid_t()
    let memory = script.flatMap { Descriptor.ofSealedFile($0.bytes)?.release() }
    defer { if let memory { close(memory) } }
    guard script == nil || memory != nil else { throw .last }
    if let memory { unsafe posix_spawn_file_actions_adddup2(&actions, memory, 3) }
    let failure = unsafe posix_spawnp(
      &process, arguments[0].lossyText, &actions, &attributes, words, environ)
    guard failure == 0 else { throw SystemError(failure) }
    return process
  }

  private static func setSignals(of attributes: inout posix_spawnattr_t) {
    var (usual, none) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigemptyset(&usual)
    for signal in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ, SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD] {
      unsafe sigaddset(&usual, signal)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  }
}

package struct ProgramStreams: Hashable, Sendable {
  let input: Int32
  let output: Int32
  let errors: Int32
  let isInFront: Bool

  package init(input: Int32, output: Int32, errors: Int32, isInFront: Bool = false) {
    (self.input, self.output, self.errors, self.isInFront) = (input, output, errors, isInFront)
  }
}

package enum ClipboardProgram: String, Sendable {
  case wlCopy = "wl-copy"
  case xclip

  package init?(environment: (String) -> String?) {
    if environment("WAYLAND_DISPLAY")?.isEmpty == false {
      self = .wlCopy
    } else if environment("DISPLAY")?.isEmpty == false {
      self = .xclip
    } else {
      return nil
    }
  }

  /// Copies text to the clipboard, false on failure; blocks until the program has read it.
  @discardableResult
  package func take(_ text: [UInt8]) -> Bool {
    guard let file = Descriptor.ofSealedFile(text), lseek(file.number, 0, SEEK_SET) == 0,
      let nowhere = Descriptor.ofNowhere
    else { return false }
    let streams = ProgramStreams(input: file.number, output: nowhere.number, errors: nowhere.number)
    // A process group of its own: Ctrl-C in the terminal must not end the clipboard's owner.
    guard let process = try? Program(rawValue, arguments).start(on: streams) else { return false }
    return ProgramChange.next(of: process) == .ended(.exited(0))
  }

  package func script(for path: ByteString, type: String) -> ByteString {
    let beginning =
      switch self {
      case .wlCopy: "wl-copy --type \(type) < "
      case .xclip: "xclip -selection clipboard -t \(type) -i "
      }
    return ByteString(Array(beginning.utf8) + path.quoted)
  }

  private var arguments: [String] {
    switch self {
    case .wlCopy: []
    case .xclip: ["-selection", "clipboard"]
    }
  }
}

@MainActor
package final class ProgramWatch {
  private final class News: Sendable {
    let changes = Mutex<[(number: Int, change: ProgramChange)]>([])
  }

  private let queue = WorkQueue(label: "programs")
  private let news = News()
  private let signal = WakeSignal()
  private var watch: MainLoopWatch?
  private var listeners: [Int: (ProgramChange) -> Void] = [:]
  private var lastNumber = 0

  package init() {}

  /// Runs a script, made on a thread that may block. The streams must stay open until it ends.
  package func run(
    _ script: @escaping @Sendable () throws(SystemError) -> ByteString, on streams: ProgramStreams,
    onChange: @escaping (ProgramChange) -> Void
  ) {
    guard let signal else { return onChange(.ended(.notStarted(SystemError(EMFILE)))) }
    watch = watch ?? MainLoop.watch(signal.number) { [weak self] in self?.notifyListeners() }
    lastNumber += 1
    let number = lastNumber
    listeners[number] = onChange
    let isTaken = queue.start { [news] in
      Self.run(script, on: streams) { change in
        news.changes.withLock { $0.append((number, change)) }
        signal.give()
      }
    }
    guard !isTaken else { return }
    listeners[number] = nil
    onChange(.ended(.notStarted(SystemError(EAGAIN))))
  }

  private nonisolated static func run(
    _ script: () throws(SystemError) -> ByteString, on streams: ProgramStreams,
    onChange: (ProgramChange) -> Void
  ) {
    do throws(SystemError) {
      let process = try Program(script: script()).start(on: streams)
      onChange(.started(process))
      while true {
        let change = ProgramChange.next(of: process)
        onChange(change)
        if case .ended = change { return }
      }
    } catch {
      onChange(.ended(.notStarted(error)))
    }
  }

  private func notifyListeners() {
    signal?.takeBack()
    let changes = news.changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
    for (number, change) in changes {
      let listener = listeners[number]
      if case .ended = change { listeners[number] = nil }
      listener?(change)
    }
  }
}

package enum ProgramChange: Hashable, Sendable {
  /// The process id, which is also the process group id.
  case started(Int32)
  case stopped
  case ended(ProgramEnd)

  /// Blocks.
  package static func next(of process: Int32) -> ProgramChange {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, WUNTRACED) < 0 {
      guard errno == EINTR else { return .ended(.notStarted(.last)) }
    }
    if status & 0xFF == 0x7F { return .stopped }
    let signal = status & 0x7F
    return .ended(signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal))
  }
}

extension SystemError {
  /// The program was not started because its files differ from those shown.
  package static let changedOnDisk = SystemError(ESTALE)
}

package enum ProgramEnd: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case killed(Int32)
  case notStarted(SystemError)

  package var isSuccess: Bool { self == .exited(0) }

  /// A phrase that follows a name: `exit code 3`.
  package var description: String {
    switch self {
    case .exited(127): "command not found"
    case .exited(let code): "exit code \(code)"
    case .killed(let signal):
      "ended by signal \(signal)"
        + (unsafe strsignal(signal).map { unsafe ", \(String(cString: $0).lowercased())" } ?? "")
    case .notStarted(let error) where error.number == E2BIG: "too many photos for one command"
    case .notStarted(.changedOnDisk): "not run, as photos changed on disk"
    case .notStarted(let error): "could not be started: \(error)"
    }
  }
}
