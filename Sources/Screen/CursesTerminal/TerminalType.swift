import CNcurses

/// The type of the terminal, as the variable TERM names it and the terminfo database knows it.
struct TerminalType {
  /// The name in the database.
  let name: String

  /// Looks the type up, which changes nothing on the terminal.
  /// - Parameter output: The descriptor that frames would be written to.
  /// - Throws: A `TerminalError` where nothing can be drawn on such a terminal.
  init(output: Int32) throws(TerminalError) {
    guard let name = CursesOpening.variable("TERM"), !name.isEmpty else { throw .typeNotSet }
    var answer: Int32 = 0
    guard unsafe setupterm(name, output, &answer) == OK else { throw .unknownType(name) }
    guard unsafe pc_capability("cup") != nil else { throw .incapableType(name) }
    self.name = name
  }
}
