package import Imaging

/// What a terminal can tell a program.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseAction, at: CellPoint)
  /// The terminal has a new size in character cells.
  case resize(CellSize)
  /// The terminal says what its background is.
  case background(RGB)
  /// Somebody asks the program to stop until it is continued, as the key Ctrl-Z does.
  case stopAsked
  /// The program goes on after it was suspended; the screen must be drawn whole.
  case resumed
  /// The terminal is gone, or was asked to end the program.
  case closed
}
