extension TerminalCapabilities {
  /// Whether the terminal puts pictures on the clipboard, and not text alone (kitty, "Copying all data types
  /// to the clipboard", OSC 5522).
  ///
  /// kitty does since 0.27, and says so only in versions of which few are in use: it is known by its name.
  /// A multiplexer lets none through.
  package var copiesPictures: Bool { multiplexer == nil && answers.brand?.value == .kitty }
}
