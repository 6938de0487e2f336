import Glibc
import TestSupport
import Testing

/// A shell in a terminal, used as a person uses it: keys are typed and the screen is read.
final class ShellSession {
  static let prompt = "smoke$"

  private let server: TmuxServer

  /// The working folder of the shell, with a link `photos` to the demo photos.
  var home: TemporaryFolder { server.home }

  /// The awaited state was not reached; with the last screen.
  struct NotSeen: Error, CustomStringConvertible {
    let what: String
    let screen: PaneText

    var description: String { "not seen: \(what)\(screen)" }
  }

  init(columns: Int = 80, rows: Int = 24) throws {
    server = try TmuxServer(columns: columns, rows: rows)
    try untilPrompt()
  }

  /// Starts the program on the demo photos and waits until every image is loaded.
  static func browsing(
    columns: Int = 80, rows: Int = 24, _ line: String = "photocell photos"
  ) throws -> ShellSession {
    let session = try ShellSession(columns: columns, rows: rows)
    try session.launch(line)
    try session.wait(for: "the grid at rest") { $0.isAtRest }
    return session
  }

  // MARK: - Seeing

  var text: PaneText {
    get throws { PaneText(capture: try server.command("capture-pane", "-p")) }
  }

  var styled: StyledScreen {
    get throws { StyledScreen(parsing: try server.command("capture-pane", "-e", "-p", "-N")) }
  }

  var state: TerminalState {
    get throws {
      let flags = ["alternate_on", "cursor_flag", "mouse_any_flag", "mouse_sgr_flag"]
      let more = ["keypad_flag", "keypad_cursor_flag", "insert_flag", "origin_flag", "wrap_flag"]
      let format = (flags + more).map { "\($0)=#{\($0)}" }.joined(separator: " ")
      let device = try server.command("display-message", "-p", "#{pane_tty}").dropLast()
      let stty = try ProgramRun(
        ["stty", "-a", "-F", String(device)], environment: TestedProgram.environment(home: "/"))
      return TerminalState(
        written: Array(try text.written),
        modes: try server.command("display-message", "-p", format), lineModes: stty.outputText)
    }
  }

  /// Polls until the screen meets a condition, five minutes at most.
  @discardableResult
  func wait(for what: String, until isSeen: (PaneText) throws -> Bool) throws -> PaneText {
    let deadline = Deadline(after: .seconds(300))
    repeat {
      let screen = try text
      if try isSeen(screen) { return screen }
    } while deadline.allowsAnotherLook()
    throw NotSeen(what: what, screen: try text)
  }

  /// Waits until the grid equals a contact sheet in all characters and colours.
  func wait(for sheet: ContactSheet) throws {
    try wait(for: "the grid of the contact sheet") { _ in sheet.isShown(by: try styled) }
  }

  /// Waits until the status line begins with a text.
  @discardableResult
  func wait(forStatus beginning: String) throws -> PaneText {
    try wait(for: "status \(beginning)") { $0.status.hasPrefix(beginning) }
  }

  // MARK: - Typing

  /// Types keys by their names: `Enter`, `C-f`, `Left`, `q`.
  func press(_ keys: String...) throws {
    for key in keys {
      // By itself ESC would be Alt where the program reads it together with the next key.
      if key == "Escape" {
        try send("\u{1B}[27u")
      } else {
        try server.command("send-keys", "--", key)
      }
    }
  }

  /// Sends characters as they are.
  func send(_ characters: String) throws {
    try server.command("send-keys", "-l", "--", characters)
  }

  /// Pastes a text as a terminal does.
  func paste(_ text: String) throws {
    try server.command("set-buffer", "--", text)
    try server.command("paste-buffer", "-p")
  }

  /// Gives the terminal another size, in character cells.
  func resize(columns: Int, rows: Int) throws {
    try server.command("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Gives a command to the terminal itself, which is a tmux.
  func command(_ words: String...) throws {
    try server.run(words)
  }

  /// The terminal's own information, in a format of tmux.
  func answer(_ format: String) throws -> String {
    try server.command("display-message", "-p", format)
  }

  /// Closes the terminal.
  func killSession() throws {
    try server.command("kill-session")
  }

  // MARK: - The shell

  /// Types a command and returns the terminal's state before it ran.
  @discardableResult
  func launch(_ line: String) throws -> TerminalState {
    try send(line)
    try wait(for: "the typed line") { $0.written.last == "\(Self.prompt) \(line)" }
    let before = try state
    try press("Enter")
    return before
  }

  /// Starts the program on the demo photos and returns its process and the terminal's previous state.
  func browseByProcess(afterwards options: String = "") throws -> (pid_t, TerminalState) {
    let before = try launch("sh -c '\(options)echo $$ >pid; exec photocell photos'")
    try wait(for: "the grid at rest") { $0.isAtRest }
    return (try process(), before)
  }

  /// The process whose number has been written to the file `pid`.
  func process() throws -> pid_t {
    let number = try ProgramRun(["cat", home.name("pid")], environment: ["PATH=/usr/bin:/bin"])
    return try #require(pid_t(number.outputText.dropLast()))
  }

  /// Waits until the shell shows its prompt.
  @discardableResult
  func untilPrompt() throws -> PaneText {
    try wait(for: "the prompt") { $0.written.last == Self.prompt }
  }

  /// Asks the shell how the last command ended.
  func exitCode() throws -> Int? {
    try launch("echo ended:$?")
    let screen = try wait(for: "the exit code") {
      $0.written.last == Self.prompt && $0.written.dropLast().last?.hasPrefix("ended:") == true
    }
    return screen.written.dropLast().last.flatMap { Int($0.dropFirst("ended:".count)) }
  }
}
