import Grid
import Imaging
import Terminal

/// Draws one cell: its picture, the number that belongs there, and a frame where it is wrong.
struct RaceSlotView {
  let state: RaceCellState
  let symbols: SymbolSet

  func draw(into frame: inout Frame, _ room: Rect) {
    var border = room
    border.size.rows -= 1
    let picture = Rect(
      column: border.origin.column + 1, row: border.origin.row + 1,
      columns: border.size.columns - 2, rows: border.size.rows - 2)
    if let tile = state.content.tile {
      frame.draw(tile, centredIn: picture)
    } else {
      frame.canvas.fill(
        picture.centred(CellSize(columns: 1, rows: 1)), with: RaceTheme.placeholder)
    }
    if state.isWrong { drawBorder(border, into: &frame.canvas) }
    frame.canvas.drawCentred(
      DisplayText(caption(columns: room.size.columns)), row: room.rows.upperBound - 1, in: room,
      style: state.isWrong ? RaceTheme.stale : .blank)
  }

  private func caption(columns: Int) -> String {
    guard let number = state.number else { return "" }
    let own = "cell \(state.cell): \(number)"
    guard state.isWrong, let shown = state.shown else { return own }
    let whole = "\(own) stale: shows \(shown)"
    return whole.count <= columns ? whole : "\(number) stale: shows \(shown)"
  }

  private func drawBorder(_ frame: Rect, into canvas: inout Canvas) {
    let isPlain = symbols == .ascii
    let (left, right) = (frame.columns.lowerBound, frame.columns.upperBound - 1)
    let (top, bottom) = (frame.rows.lowerBound, frame.rows.upperBound - 1)
    for row in frame.rows {
      for column in frame.columns
      where column == left || column == right || row == top || row == bottom {
        guard canvas.bounds.contains(CellPoint(column: column, row: row)) else { continue }
        var glyph = RaceTheme.stale
        glyph.scalar =
          switch (column, row) {
          case (left, top): isPlain ? "+" : "┏"
          case (right, top): isPlain ? "+" : "┓"
          case (left, bottom): isPlain ? "+" : "┗"
          case (right, bottom): isPlain ? "+" : "┛"
          case (left, _), (right, _): isPlain ? "|" : "┃"
          default: isPlain ? "-" : "━"
          }
        canvas[column, row] = glyph
      }
    }
  }
}
