import CNcurses
import Imaging

/// Where the terminal's own cursor stands: on what is selected, or in a line that is typed.
///
/// Whoever reads the screen by a braille line or a screen reader hears what is there, whether the cursor can
/// be seen or not.
struct CursorPlace {
  /// Where it is wanted; nil for anywhere.
  var wanted: CellPoint?
  /// Where it has been brought last.
  private var shown: CellPoint?

  /// Whether it has to be moved although no character differs.
  var isElsewhere: Bool { wanted != nil && wanted != shown }

  /// Has the next refresh of the window end with the cursor in its place; costs no bytes where it is there.
  /// - Parameters:
  ///   - size: The size of the window, in character cells.
  ///   - isLast: Whether it is the last one of a frame: before that the cursor stays where a character was
  ///     written.
  mutating func settle(in size: CellSize, isLast: Bool) {
    guard isLast, let wanted, size.columns > 0, size.rows > 0 else {
      unsafe leaveok(pc_stdscr(), true)
      return
    }
    let column = min(max(0, wanted.column), size.columns - 1)
    let row = min(max(0, wanted.row), size.rows - 1)
    unsafe leaveok(pc_stdscr(), false)
    unsafe wmove(pc_stdscr(), Int32(row), Int32(column))
    shown = wanted
  }
}
