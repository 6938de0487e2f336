import Testing

extension ShellSession {
  /// Expects the terminal to be as it was, and below it as many lines as are said, where that is known.
  func expectBack(_ before: TerminalState, furtherLines: Int? = nil) throws {
    let after = try state
    #expect(after.modes == before.modes)
    #expect(after.lineModes == before.lineModes)
    #expect(after.written.starts(with: before.written))
    if let furtherLines { #expect(after.written.count == before.written.count + furtherLines) }
  }
}
