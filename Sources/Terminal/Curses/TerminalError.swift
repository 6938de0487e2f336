/// Why the terminal cannot be used; it is unchanged.
package enum TerminalError: Error, Hashable {
  case noTerminal
  case typeNotSet
  case unknownType(String)
  /// The terminal cannot position the cursor, such as a printer or an editor's output window.
  case incapableType(String)
  case notOpened
}

extension TerminalError: CustomStringConvertible {
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
