import CLinux
import Glibc
internal import System
package import Values

/// A program that is started: its name, which is looked for as a shell does, and its arguments.
package struct Program: Hashable, Sendable {
  /// The longest argument that Linux takes (`MAX_ARG_STRLEN`), with room to spare, in bytes.
  private static let longestArgument = 120_000

  /// Makes a program, on a thread that may block, or says why there is none.
  package typealias Maker = @Sendable () throws(SystemError) -> Program

  private let arguments: [ByteString]
  /// What the program finds as its descriptor 3.
  private var script: ByteString?

  /// Takes a name and arguments.
  package init(_ name: String, _ arguments: [String] = []) {
    self.arguments = ([name] + arguments).map { ByteString($0) }
  }

  /// The shell with a script of any length.
  package init(script: ByteString) {
    guard script.bytes.count > Self.longestArgument else {
      arguments = [ByteString("sh"), ByteString("-c"), script]
      return
    }
    arguments = [ByteString("sh"), ByteString("/dev/fd/3")]
    self.script = script
  }

  /// Starts it in a process group of its own, with signals as a shell leaves them.
  /// - Parameter streams: What it reads and writes.
  /// - Returns: The process.
  /// - Throws: Why it cannot be started: `ENOENT` where there is no such program.
  package func start(on streams: ProgramStreams) throws(SystemError) -> Int32 {
    guard arguments.allSatisfy({ !$0.bytes.contains(0) }) else { throw SystemError(EINVAL) }
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    var words = unsafe arguments.map { unsafe strdup($0.bytes.map(CChar.init(bitPattern:)) + [0]) }
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

  /// What we ignore, block or handle, the program does not.
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

/// What a program reads and writes, as descriptors of ours.
package struct ProgramStreams: Hashable, Sendable {
  let input: Int32
  let output: Int32
  let errors: Int32
  /// Whether it gets the terminal that it reads, as the group in front.
  let isInFront: Bool

  /// Lets it read and write what is given.
  package init(input: Int32, output: Int32, errors: Int32) {
    (self.input, self.output, self.errors, isInFront) = (input, output, errors, false)
  }

  /// Gives it a terminal by both of its ends.
  package init(terminal input: Int32, _ output: Int32) {
    (self.input, self.output, errors, isInFront) = (input, output, output, true)
  }
}
