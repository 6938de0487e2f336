import Glibc

/// A program of the system that a test runs.
enum Tool {
  struct NotRun: Error {
    let program: String
  }

  /// Runs a program to its end and returns what it prints.
  static func output(of words: [String], environment: [String] = []) throws -> String {
    try output(of: words.map { Array($0.utf8) }, environment: environment)
  }

  /// Runs a program whose arguments are any bytes.
  static func output(of words: [[UInt8]], environment: [String] = []) throws -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw NotRun(program: "pipe") }
    defer { close(ends[0]) }
    let child = spawn(words, environment, output: ends[1])
    close(ends[1])
    guard let child else { throw NotRun(program: String(decoding: words[0], as: UTF8.self)) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
      bytes += buffer.prefix(count)
    }
    waitpid(child, nil, 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func spawn(_ words: [[UInt8]], _ environment: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    for descriptor in Int32(3)..<256 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var arguments = words.map { strdup($0.map { CChar(bitPattern: $0) } + [0]) } + [nil]
    let path = String(cString: getenv("PATH"))
    var variables = (environment + ["PATH=\(path)", "LC_ALL=C"]).map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var child = pid_t()
    let program = String(decoding: words[0], as: UTF8.self)
    let error = posix_spawnp(&child, program, &actions, nil, &arguments, &variables)
    return error == 0 ? child : nil
  }
}
