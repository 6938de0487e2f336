import CNcurses
import Glibc

/// A program without the terminal: its streams are `/dev/null`, except for a given output.
enum QuietProgram {
  /// Starts a program searched in PATH; nil if that fails.
  static func start(_ words: [String], output: Int32? = nil) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    if let output { unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let error = unsafe posix_spawnp(&child, words[0], &actions, nil, &arguments, pc_environment())
    return error == 0 ? child : nil
  }

  /// Blocks until the child exits.
  @discardableResult
  static func hasSucceeded(_ child: pid_t) -> Bool {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }
}
