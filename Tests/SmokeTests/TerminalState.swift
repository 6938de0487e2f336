/// What a program has to leave on a terminal as it found it.
struct TerminalState {
  /// The text on the screen, down to the last line that is not empty.
  let written: [String]
  /// What the terminal has been asked for: its other screen, the cursor, the mouse, the keypad.
  let modes: String
  /// What the kernel makes of input and output (stty).
  let lineModes: String
}
