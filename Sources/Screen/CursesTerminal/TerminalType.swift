import CNcurses
import Terminal

/// The type of the terminal, as the variable TERM names it and the terminfo database knows it.
struct TerminalType {
  /// The name in the variable.
  let name: String
  /// The name in the database that the terminal is driven by.
  let base: String

  /// What a terminal of an unknown type is taken for: those in use all follow xterm, and their types
  /// are missing on machines that are older or reached over ssh.
  private static let usualBase = "xterm-256color"

  /// Looks the type up, which changes nothing on the terminal.
  /// - Parameter output: The descriptor that frames would be written to.
  /// - Throws: A `TerminalError` where nothing can be drawn on such a terminal.
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

  /// What is to be said of a type that the database does not know; nil where it does.
  var notice: String? {
    name == base
      ? nil
      : "TERM=\(TerminalError.printable(name)) is not known here; it is taken for \(base)"
  }

  /// What the terminal is asked first; nil where it would show control strings instead of consuming
  /// them.
  var questions: QuestionSet? {
    if isConsole || name == "linux" { return nil }
    return switch TerminalEnvironment(lookingUp: { CursesOpening.variable($0) }).multiplexer {
    case .screen: .inScreen
    case .tmux: .inTmux
    case nil: .whole
    }
  }

  /// Whether the terminal takes the colours of an entry of the program's own where nobody has said so:
  /// its own entry has some, and its kind is not older than 256 colours.
  var takesOwnColors: Bool {
    let count = unsafe tigetnum("colors")
    return count > 0 && !isConsole
  }

  /// Whether the terminal is one of DEC's, or a console of a system of its time.
  private var isConsole: Bool {
    TerminalEnvironment.isVideoTerminal(name)
      || ["ansi", "cons", "sun"].contains(where: name.hasPrefix)
  }
}
