import CNcurses
import Imaging

/// The terminal's cursor, which screen readers and Braille displays follow even if invisible.
@MainActor
struct CursorPlace {
  var wanted: CellPoint?
  private var shown: CellPoint?

  var isElsewhere: Bool { wanted != nil && wanted != shown }

  /// Makes the next refresh leave the cursor in place; only at the end of a frame.
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
