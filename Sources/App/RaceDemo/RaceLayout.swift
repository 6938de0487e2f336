import Imaging

/// Where everything of the demo lies above the status line; what does not fit is cut off below.
struct RaceLayout: Hashable {
  /// The room for the demo, in character cells.
  let size: CellSize

  /// Lines for the title, the headings and the counters.
  private static let fixedRows = 5
  private static let counterRows = 3

  /// The lines of the log.
  var logRows: Int { size.rows < 31 ? 4 : (size.rows + 1) / 4 }

  /// The room for one cell: the picture, the frame around it, and the caption below.
  private var slot: CellSize {
    let pane = (size.columns - 1) / 2
    let rows = (size.rows - Self.fixedRows - logRows) / Race.rows
    return CellSize(columns: max(9, (pane - 1) / Race.columns), rows: max(4, rows))
  }

  /// The room for a picture, in character cells.
  var picture: CellSize { CellSize(columns: slot.columns - 2, rows: slot.rows - 3) }

  /// The line of headings above one of the two grids.
  func heading(ofSide side: Int) -> Rect {
    Rect(
      column: side * (size.columns / 2 + 1), row: 1, columns: (size.columns - 1) / 2, rows: 1)
  }

  /// The room for a cell, its frame and its caption.
  func slot(side: Int, place: Int) -> Rect {
    Rect(
      column: heading(ofSide: side).origin.column + place % Race.columns * (slot.columns + 1),
      row: 2 + place / Race.columns * slot.rows, columns: slot.columns, rows: slot.rows)
  }

  /// The lines of the counters.
  var counters: Rect {
    Rect(
      column: 0, row: 2 + Race.rows * slot.rows, columns: size.columns, rows: Self.counterRows)
  }

  /// The lines of the log.
  var log: Rect {
    let top = counters.rows.upperBound
    let rows = max(0, size.rows - top)
    return Rect(column: 0, row: top, columns: size.columns, rows: rows)
  }
}
