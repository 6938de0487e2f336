import CPseudoTerminal
import Glibc

struct Launch {
  /// The program, searched in `PATH` if it has no slash, and its arguments.
  var arguments: [String]
  /// Overrides of this process's environment.
  var variables: [String: String] = [:]

  /// Starts the program with a terminal as standard streams, or `/dev/null` if it is nil.
  ///
  /// The caller waits for the process. Throws `BenchError.notStarted` with nothing running.
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

  /// Runs the program without a terminal; throws `BenchError.notStarted` if it fails too.
  func run() throws(BenchError) {
    try wait(for: try start(at: nil))
  }

  /// Waits for a process; throws `BenchError.notStarted` if it failed.
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
