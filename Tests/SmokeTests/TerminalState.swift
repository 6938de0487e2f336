/// The state of a terminal that a program has to restore.
struct TerminalState {
  /// The text on the screen, down to the last line that is not empty.
  let written: [String]
  /// The modes set on the terminal: the alternate screen, the cursor, the mouse, the keypad.
  let modes: String
  /// The kernel's settings for input and output (stty).
  let lineModes: String
}
