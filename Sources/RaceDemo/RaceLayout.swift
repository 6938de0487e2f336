import Imaging

/// The layout of the demo above the status line.
struct RaceLayout: Hashable {
  /// In character cells.
  let size: CellSize
  /// From left to right; one if there is no space for both.
  let sides: [RaceSideName]

  static let leastScreen = CellSize(columns: 40, rows: 12)
  private static let leastColumnsForBoth = 80
  private static let fixedRows = 3
  /// Columns for the cell's name before a lane.
  static let laneLabelColumns = 7

  /// `size` is in character cells; `chosen` is the side shown if only one fits.
  init(size: CellSize, chosen: RaceSideName = .left) {
    self.size = size
    sides = size.columns < Self.leastColumnsForBoth ? [chosen] : RaceSideName.allCases
  }

  var isUsable: Bool {
    size.columns >= Self.leastScreen.columns && size.rows >= Self.leastScreen.rows - 1
  }

  var isOneSided: Bool { sides.count == 1 }

  /// Lines per lane; 0 on a low screen.
  var laneRows: Int { size.rows >= 44 ? 3 : size.rows >= 32 ? 2 : size.rows >= 20 ? 1 : 0 }

  var hasAxis: Bool { laneRows > 1 }

  /// The size of a cell with frame and caption.
  private var slot: CellSize {
    let lanes = Race.cellCount * laneRows + (hasAxis ? 1 : 0)
    return CellSize(
      columns: max(9, (paneColumns - 1) / Race.columns),
      rows: max(4, (size.rows - Self.fixedRows - lanes) / Race.rows))
  }

  /// Whether cells have frames; otherwise only a name above.
  var hasFrames: Bool { slot.rows > 5 }

  var picture: CellSize {
    hasFrames
      ? CellSize(columns: slot.columns - 2, rows: slot.rows - 3)
      : CellSize(columns: slot.columns, rows: slot.rows - 2)
  }

  private var paneColumns: Int { isOneSided ? size.columns : (size.columns - 1) / 2 }

  func heading(of side: RaceSideName) -> Rect {
    let pane = sides.firstIndex(of: side) ?? 0
    return Rect(column: pane * (size.columns / 2 + 1), row: 1, columns: paneColumns, rows: 1)
  }

  func grid(of side: RaceSideName) -> Rect {
    Rect(
      column: heading(of: side).origin.column, row: 2, columns: paneColumns,
      rows: Race.rows * slot.rows)
  }

  func counters(of side: RaceSideName) -> Rect {
    let grid = grid(of: side)
    return Rect(
      column: grid.origin.column, row: grid.rows.upperBound, columns: paneColumns, rows: 1)
  }

  /// Relative to the grid.
  func slot(at place: Int) -> Rect {
    Rect(
      column: place % Race.columns * (slot.columns + 1), row: place / Race.columns * slot.rows,
      columns: slot.columns, rows: slot.rows)
  }

  var lanes: Rect {
    let top = 2 + Race.rows * slot.rows + 1
    return Rect(
      column: 0, row: top, columns: size.columns,
      rows: max(0, min(size.rows - top, Race.cellCount * laneRows + (hasAxis ? 1 : 0))))
  }

  /// The area for a note about a cell, over its neighbor.
  func note(at place: Int) -> Rect {
    let side = place % Race.columns == 0 ? sides[0] : sides[sides.count - 1]
    // A row has two cells.
    let neighbour = place ^ 1
    let slot = slot(at: neighbour)
    let grid = grid(of: side)
    return Rect(
      column: grid.origin.column + slot.origin.column, row: grid.origin.row + slot.origin.row,
      columns: slot.size.columns + 1, rows: slot.size.rows)
  }
}
