import Glibc
import TestSupport

/// A tmux of a test's own with one pane and a shell in it; it ends with this object.
final class TmuxServer {
  /// The home of everything that runs in it, with a link `photos` to the demo photos.
  let home = TemporaryFolder()
  private let environment: [String]
  private let socket = "photocell-smoke-\(getpid())"

  struct Refused: Error {
    let command: [String]
    let reason: String
  }

  init(columns: Int, rows: Int) throws {
    home.link("photos", to: TestedProgram.photos)
    environment = TestedProgram.environment(home: home.path)
    try command(
      "set-option", "-g", "status", "off", ";",
      "set-option", "-g", "default-terminal", "tmux-256color", ";",
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", home.path,
      "ulimit -c 0; exec sh -i")
  }

  deinit {
    // Fails if the server has already ended with its session.
    _ = try? command("kill-server")
  }

  /// Gives a command to the server and returns what it prints.
  @discardableResult
  func command(_ words: String...) throws -> String { try run(words) }

  /// Gives a command to the server and returns what it prints.
  @discardableResult
  func run(_ words: [String]) throws -> String {
    let run = try ProgramRun(
      ["tmux", "-u", "-L", socket, "-f", "/dev/null"] + words, environment: environment)
    guard run.exitCode == 0 else { throw Refused(command: words, reason: run.errorText) }
    return run.outputText
  }
}
