import Imaging

/// Where everything of the demo lies above the status line.
struct RaceLayout: Hashable {
  /// The room for the demo, in character cells.
  let size: CellSize
  /// The sides that are shown, from the left: both, or one where there is no room for both.
  let sides: [RaceSideName]

  /// The least screen that has room for one side, with the status line.
  static let leastScreen = CellSize(columns: 40, rows: 12)
  private static let leastColumnsForBoth = 80
  /// The lines of the title, the headings and the counters.
  private static let fixedRows = 3
  /// The columns before a lane, for the name of its cell.
  static let laneLabelColumns = 7

  /// Lays the demo out.
  /// - Parameters:
  ///   - size: The room, in character cells.
  ///   - chosen: The side that is shown where there is room for one only.
  init(size: CellSize, chosen: RaceSideName = .left) {
    self.size = size
    sides = size.columns < Self.leastColumnsForBoth ? [chosen] : RaceSideName.allCases
  }

  /// Whether there is room for anything but a sentence.
  var isUsable: Bool {
    size.columns >= Self.leastScreen.columns && size.rows >= Self.leastScreen.rows - 1
  }

  /// Whether only one side is shown.
  var isOneSided: Bool { sides.count == 1 }

  /// The lines of the lane of one cell; none on a low screen.
  var laneRows: Int { size.rows >= 44 ? 3 : size.rows >= 32 ? 2 : size.rows >= 20 ? 1 : 0 }

  /// Whether the lanes have times below them.
  var hasAxis: Bool { laneRows > 1 }

  /// The room for one cell: its frame, the picture, and the caption below.
  private var slot: CellSize {
    let lanes = Race.cellCount * laneRows + (hasAxis ? 1 : 0)
    return CellSize(
      columns: max(9, (paneColumns - 1) / Race.columns),
      rows: max(4, (size.rows - Self.fixedRows - lanes) / Race.rows))
  }

  /// Whether cells have a line around them; otherwise only their names above.
  var hasFrames: Bool { slot.rows > 5 }

  /// The room for a picture, in character cells.
  var picture: CellSize {
    hasFrames
      ? CellSize(columns: slot.columns - 2, rows: slot.rows - 3)
      : CellSize(columns: slot.columns, rows: slot.rows - 2)
  }

  private var paneColumns: Int { isOneSided ? size.columns : (size.columns - 1) / 2 }

  /// The line above one of the grids.
  func heading(of side: RaceSideName) -> Rect {
    let pane = sides.firstIndex(of: side) ?? 0
    return Rect(column: pane * (size.columns / 2 + 1), row: 1, columns: paneColumns, rows: 1)
  }

  /// The room for a grid.
  func grid(of side: RaceSideName) -> Rect {
    Rect(
      column: heading(of: side).origin.column, row: 2, columns: paneColumns,
      rows: Race.rows * slot.rows)
  }

  /// The line below a grid, for what has happened in it.
  func counters(of side: RaceSideName) -> Rect {
    let grid = grid(of: side)
    return Rect(
      column: grid.origin.column, row: grid.rows.upperBound, columns: paneColumns, rows: 1)
  }

  /// The room for a cell, its frame and its caption, within the grid.
  func slot(at place: Int) -> Rect {
    Rect(
      column: place % Race.columns * (slot.columns + 1), row: place / Race.columns * slot.rows,
      columns: slot.columns, rows: slot.rows)
  }

  /// The lines of all lanes, and of the times below them.
  var lanes: Rect {
    let top = 2 + Race.rows * slot.rows + 1
    return Rect(
      column: 0, row: top, columns: size.columns,
      rows: max(0, min(size.rows - top, Race.cellCount * laneRows + (hasAxis ? 1 : 0))))
  }

  /// The room for what is said of a cell: between it and the same cell of the other side.
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
