import CNcurses

/// The terminal type from TERM and the terminfo database.
@MainActor
struct TerminalType {
  let name: String
  let base: String

  /// Terminals in use follow xterm; newer types are missing on older or remote machines.
  private static let usualBase = "xterm-256color"

  /// Does not change the terminal.
  init(output: Int32) throws(TerminalError) {
    guard let name = CursesOpening.variable("TERM"), !name.isEmpty else { throw .typeNotSet }
    let bases = [name, Self.usualBase]
    guard let base = bases.first(where: { Self.isKnown($0, output) }) else {
      throw .unknownType(name)
    }
    guard unsafe pc_capability("cup") != nil else { throw .incapableType(name) }
    self.name = name
    self.base = base
  }

  private static func isKnown(_ name: String, _ output: Int32) -> Bool {
    var answer: Int32 = 0
    return unsafe setupterm(name, output, &answer) == OK
  }

  var notice: String? {
    name == base ? nil : "No terminfo for \(TerminalError.printable(name)); using \(base)"
  }

  var questions: TerminalQuery? {
    if isConsole || name == "linux" { return nil }
    return switch TerminalEnvironment(lookingUp: { CursesOpening.variable($0) }).multiplexer {
    case .screen: .inScreen
    case .tmux: .inTmux
    case nil: .whole
    }
  }

  /// Not for terminals older than 256 colors.
  var takesOwnColors: Bool {
    let count = unsafe tigetnum("colors")
    return count > 0 && !isConsole
  }

  private var isConsole: Bool {
    TerminalEnvironment.isVideoTerminal(name)
      || ["ansi", "cons", "sun"].contains(where: name.hasPrefix)
  }
}

/// The terminal is unchanged.
package enum TerminalError: Error, Hashable, CustomStringConvertible {
  case noTerminal
  case typeNotSet
  case unknownType(String)
  /// The terminal cannot position the cursor, such as a printer or an editor's output window.
  case incapableType(String)
  case notOpened

  package var description: String {
    switch self {
    case .noTerminal: "There is no terminal to draw on."
    case .typeNotSet: "TERM is not set. Try TERM=xterm-256color."
    case .unknownType(let type):
      "The terminal type \"\(Self.printable(type))\" has no terminfo entry here. "
        + "Try TERM=xterm-256color."
    case .incapableType(let type):
      "A terminal of type \"\(Self.printable(type))\" cannot place the cursor."
    case .notOpened: "The terminal could not be set up."
    }
  }

  /// Removes escape sequences, as the message is printed on a terminal.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(64).map { (" "..."~").contains($0) ? $0 : "?" }))
  }
}
