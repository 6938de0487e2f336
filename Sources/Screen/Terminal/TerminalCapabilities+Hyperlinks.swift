extension TerminalCapabilities {
  /// Whether parts of a text may be made links (OSC 8).
  ///
  /// Nobody can be asked. A terminal that knows them not skips them as it does every command of that form,
  /// but for the few that know no such commands and would print them.
  package var hyperlinks: Capability<Bool> { environment.hyperlinks }
}
