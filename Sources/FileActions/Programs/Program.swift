package import Base
import CLinux
import Glibc

package struct Program: Hashable, Sendable {
  /// The longest argument that Linux accepts (`MAX_ARG_STRLEN`), with a margin, in bytes.
  private static let longestArgument = 120_000

  package typealias Maker = @Sendable () throws(SystemError) -> Program

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
    if streams.isInFront {
      _ = unsafe cl_add_front(&actions, STDIN_FILENO)
    }
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
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  }
}

package struct ProgramStreams: Hashable, Sendable {
  let input: Int32
  let output: Int32
  let errors: Int32
  let isInFront: Bool

  package init(input: Int32, output: Int32, errors: Int32) {
    (self.input, self.output, self.errors, isInFront) = (input, output, errors, false)
  }

  package init(terminal input: Int32, _ output: Int32) {
    (self.input, self.output, errors, isInFront) = (input, output, output, true)
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
    let streams = ProgramStreams(
      input: file.number, output: nowhere.number, errors: nowhere.number)
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
