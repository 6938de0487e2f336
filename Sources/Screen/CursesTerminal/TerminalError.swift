/// Why there is no terminal to draw on; nothing has been changed on it.
package nonisolated enum TerminalError: Error, Hashable {
  /// Neither the standard streams nor the process have a terminal.
  case noTerminal
  /// The variable TERM is missing or empty.
  case typeNotSet
  /// The terminfo database does not know the type of the terminal.
  case unknownType(String)
  /// The terminal cannot place the cursor, as a printer or an editor's output window.
  case incapableType(String)
  /// The terminal would not be set up, or is set up already.
  case notOpened
}

extension TerminalError: nonisolated CustomStringConvertible {
  /// One plain sentence for the user.
  package nonisolated var description: String {
    switch self {
    case .noTerminal: "There is no terminal to draw on."
    case .typeNotSet: "The variable TERM is not set, so the type of the terminal is not known."
    case .unknownType(let type):
      "The terminal type \"\(Self.printable(type))\" is not known on this machine; "
        + "TERM=xterm-256color suits most terminals."
    case .incapableType(let type):
      "A terminal of type \"\(Self.printable(type))\" cannot show pictures or place the cursor."
    case .notOpened: "The terminal could not be set up."
    }
  }

  /// A foreign value may hold escape sequences, and the sentence is printed on a terminal.
  nonisolated static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(64).map { (" "..."~").contains($0) ? $0 : "?" }))
  }
}
