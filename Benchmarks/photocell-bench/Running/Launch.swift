import CPseudoTerminal
import Glibc

/// A program with its arguments and its environment, ready to be started.
struct Launch {
  /// The program, looked for in PATH where it has no slash, and what follows it.
  var arguments: [String]
  /// Variables that differ from those of this process.
  var variables: [String: String] = [:]

  /// Starts the program at a terminal, or without one.
  /// - Parameter terminal: The path of the terminal; nil for `/dev/null`.
  /// - Returns: The process, which the caller waits for.
  /// - Throws: `BenchError.notStarted`; nothing runs.
  func start(at terminal: String?) throws(BenchError) -> pid_t {
    var list = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe list.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    let process = unsafe cpt_spawn(&list, &variables, terminal)
    guard process > 0 else { throw .notStarted(arguments[0], errno: errno) }
    return process
  }

  /// Starts the program without a terminal and waits until it has ended.
  /// - Throws: `BenchError.notStarted`, also where it fails.
  func run() throws(BenchError) {
    try wait(for: try start(at: nil))
  }

  /// Waits until a process that was started has ended.
  /// - Throws: `BenchError.notStarted` where it failed.
  func wait(for process: pid_t) throws(BenchError) {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw .notStarted(arguments[0], errno: 0) }
  }

  private var environment: [String] {
    var kept: [String] = []
    var index = 0
    while let entry = unsafe environ[index] {
      let text = unsafe String(cString: entry)
      let name = String(text.prefix { $0 != "=" })
      if variables[name] == nil { kept.append(text) }
      index += 1
    }
    return kept + variables.map { "\($0.key)=\($0.value)" }
  }
}
