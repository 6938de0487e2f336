import Testing

extension ShellSession {
  /// Expects the terminal's state to be restored, with `furtherLines` more lines if that is given.
  func expectBack(_ before: TerminalState, furtherLines: Int? = nil) throws {
    let after = try state
    #expect(after.modes == before.modes)
    #expect(after.lineModes == before.lineModes)
    #expect(after.written.starts(with: before.written))
    if let furtherLines { #expect(after.written.count == before.written.count + furtherLines) }
  }
}
