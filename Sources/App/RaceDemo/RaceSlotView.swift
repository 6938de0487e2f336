import Grid
import Imaging
import Terminal

/// Draws one cell: its name, its picture, what it wants and shows, and a heavy frame where those differ.
struct RaceSlotView {
  let state: RaceCellState
  let symbols: RaceSymbols
  let hasFrame: Bool
  /// Whether it is this cell that is spoken of.
  let isExplained: Bool

  func draw(into canvas: inout Canvas, _ room: Rect) {
    let border = Rect(
      origin: room.origin, size: CellSize(columns: room.size.columns, rows: room.size.rows - 1))
    drawPicture(into: &canvas, pictureRoom(border))
    if hasFrame {
      canvas.drawFrame(border, state.isWrong ? symbols.heavyFrame : symbols.frame, style: style)
    }
    canvas.draw(
      DisplayText(hasFrame ? " cell \(state.cell) " : "cell \(state.cell)"),
      at: CellPoint(column: room.origin.column + (hasFrame ? 2 : 0), row: room.origin.row),
      columns: room.size.columns, style: style)
    canvas.drawCentred(
      DisplayText(state.caption), row: room.rows.upperBound - 1, in: room,
      style: state.isWrong ? RaceTheme.late : .blank)
  }

  private var style: Glyph {
    state.isWrong ? RaceTheme.late : isExplained ? RaceTheme.heading : RaceTheme.quiet
  }

  private func pictureRoom(_ border: Rect) -> Rect {
    let (sides, below) = hasFrame ? (1, 1) : (0, 0)
    return Rect(
      column: border.origin.column + sides, row: border.origin.row + 1,
      columns: border.size.columns - 2 * sides, rows: border.size.rows - 1 - below)
  }

  private func drawPicture(into canvas: inout Canvas, _ room: Rect) {
    if let tile = state.content.tile {
      canvas.draw(tile.canvas, at: room.centred(tile.size).origin)
    } else {
      canvas.fill(room.centred(CellSize(columns: 1, rows: 1)), with: RaceTheme.placeholder)
    }
  }
}

extension RaceCellState {
  /// What the cell wants and shows: `wants 07, shows 03`.
  var caption: String {
    guard let number else { return "" }
    guard let shown else { return "wants \(number)" }
    return isWrong ? "wants \(number), shows \(shown)" : "shows \(number)"
  }
}
