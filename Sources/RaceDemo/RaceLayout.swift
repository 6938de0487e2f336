import Imaging

struct RaceLayout: Hashable {
  /// In character cells.
  let size: CellSize
  /// From left to right; one if there is no space for both.
  let sides: [RaceSideName]
  /// Lines per lane; 0 on a low screen.
  let laneRows: Int
  /// With frame and caption.
  private let slot: CellSize

  static let minScreen = CellSize(columns: 40, rows: 12)
  private static let minColumnsForBoth = 80
  /// The title, and the lines above and below the grids.
  private static let fixedRows = 3

  /// `size` is in character cells; `chosen` is the side shown if only one fits.
  init(size: CellSize, chosen: RaceSideName = .left) {
    self.size = size
    sides = size.columns < Self.minColumnsForBoth ? [chosen] : RaceSideName.allCases
    laneRows = size.rows >= 44 ? 3 : size.rows >= 32 ? 2 : size.rows >= 20 ? 1 : 0
    let lanes = Race.cellCount * laneRows + (laneRows > 1 ? 1 : 0)
    let columns = sides.count == 1 ? size.columns : (size.columns - 1) / 2
    slot = CellSize(
      columns: max(9, (columns - 1) / Race.columns),
      rows: max(4, (size.rows - Self.fixedRows - lanes) / Race.rows))
  }

  var isUsable: Bool {
    size.columns >= Self.minScreen.columns && size.rows >= Self.minScreen.rows - 1
  }

  var isOneSided: Bool { sides.count == 1 }

  var hasFrames: Bool { slot.rows > 5 }

  /// Relative to a cell.
  var picture: Rect {
    hasFrames
      ? Rect(column: 1, row: 1, columns: slot.columns - 2, rows: slot.rows - 3)
      : Rect(column: 0, row: 1, columns: slot.columns, rows: slot.rows - 2)
  }

  func grid(of side: RaceSideName) -> Rect {
    Rect(
      column: side == sides[0] ? 0 : size.columns / 2 + 1, row: 2,
      columns: isOneSided ? size.columns : (size.columns - 1) / 2, rows: Race.rows * slot.rows)
  }

  func slot(at place: Int, of side: RaceSideName) -> Rect {
    let grid = grid(of: side).origin
    return Rect(
      origin: CellPoint(
        column: grid.column + place % Race.columns * (slot.columns + 1),
        row: grid.row + place / Race.columns * slot.rows), size: slot)
  }

  /// The area for a note about a cell, over its neighbor.
  func note(at place: Int) -> Rect {
    let side = place % Race.columns == 0 ? sides[0] : sides[sides.count - 1]
    // A row has two cells.
    var note = slot(at: place ^ 1, of: side)
    note.size.columns += 1
    return note
  }
}
