package import Imaging

/// An event from the terminal.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// Text was pasted, which is never a command; foreign text.
  case paste(String)
  case mouse(MouseAction, at: CellPoint)
  /// The window of the terminal has got the focus.
  case focused
  /// The terminal has a new size in character cells.
  case resize(CellSize)
  /// The terminal reports its background colour.
  case background(RGB)
  /// The terminal has answered or has cells of another size, and pictures are to be made in another
  /// form from now on.
  case capabilitiesChanged
  /// The terminal could show better pictures if the user did something: one sentence.
  case advice(String)
  /// The program was asked to stop until it is continued, as by the key Ctrl-Z.
  case stopAsked
  /// The program goes on after it was suspended; the screen must be drawn whole.
  case resumed
  /// The terminal is gone, or was asked to end the program.
  case closed
}

/// A mouse gesture.
package enum MouseAction: Hashable, Sendable {
  /// The left button was pressed and released.
  case click
  /// A second click in quick succession at the same place.
  case doubleClick
  /// The mouse was moved with the left button held down, so many character cells to the right and down
  /// since the last report, or with negative numbers to the left and up.
  case drag(columns: Int, rows: Int)
  case wheelUp
  case wheelDown
  /// The right button was pressed.
  case mark
  /// The mouse has come to another character cell with the right button held down.
  case markDrag
}
