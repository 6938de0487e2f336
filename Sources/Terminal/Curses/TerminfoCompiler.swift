internal import Base
import CNcurses
import Glibc

/// Compiles terminfo entries with ncurses' own `tic`.
@MainActor
struct TerminfoCompiler {
  /// Looked up in PATH.
  var program = "tic"

  static let sourceName = "entry.ti"

  func compile(_ entry: TerminfoEntry, into folder: String) -> Bool {
    let source = "\(folder)/\(Self.sourceName)"
    guard write(entry.source, to: source) else { return false }
    guard run([program, "-x", "-o", folder, source]) else { return false }
    return unsafe access("\(folder)/\(entry.path)", R_OK) == 0
  }

  private func write(_ text: String, to path: String) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return writeAll(Array(text.utf8), to: descriptor) == nil
  }

  private func run(_ words: [String]) -> Bool {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    guard
      unsafe posix_spawnp(&child, program, &actions, nil, &arguments, pc_environment()) == 0
    else { return false }
    return hasSucceeded(child)
  }

  private func hasSucceeded(_ child: pid_t) -> Bool {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }
}
