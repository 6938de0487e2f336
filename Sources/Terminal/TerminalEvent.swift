package import Imaging

package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// Pasted text, which is never a command; unsanitized.
  case paste(String)
  case mouse(MouseAction, at: CellPoint)
  case focused
  case resize(CellSize)
  case background(RGB)
  /// Images are required in another form.
  case capabilitiesChanged
  case advice(String)
  case stopAsked
  case resumed
  /// The terminal is gone, or requested the end of the program.
  case closed
}

package enum MouseAction: Hashable, Sendable {
  case click
  /// A second click in quick succession at the same place.
  case doubleClick
  /// Moved with the left button down, by cells to the right and down since the last report.
  case drag(columns: Int, rows: Int)
  case wheelUp
  case wheelDown
  case mark
  /// Moved to another cell with the right button down.
  case markDrag
}
