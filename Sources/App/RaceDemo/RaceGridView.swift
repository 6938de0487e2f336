import Imaging

/// Draws one grid: its cells at their places, or on the way to them.
struct RaceGridView {
  let state: RaceGridState
  /// What the grid looked like before the scroll that is on its way.
  let before: RaceGridState?
  let slide: RaceSlide?
  /// The cell that is spoken of, from 1.
  let explainedCell: Int?
  let symbols: RaceSymbols

  /// Draws into a room of its own, at whose edges cells are cut off.
  func draw(_ layout: RaceLayout, _ room: Rect) -> Canvas {
    var canvas = Canvas(size: room.size)
    guard let slide, let before else {
      drawCells(state, down: 0, into: &canvas, layout)
      return canvas
    }
    let lines = layout.slot(at: 0).size.rows
    let offset = slide.offset(lines: lines)
    drawCells(before, down: -offset, into: &canvas, layout)
    drawCells(state, down: slide.rows * lines - offset, into: &canvas, layout)
    return canvas
  }

  private func drawCells(
    _ state: RaceGridState, down lines: Int, into canvas: inout Canvas, _ layout: RaceLayout
  ) {
    for (place, cell) in state.cells.enumerated() {
      var room = layout.slot(at: place)
      room.origin.row += lines
      canvas.fill(room, with: .blank)
      RaceSlotView(
        state: cell, symbols: symbols, hasFrame: layout.hasFrames,
        isExplained: cell.cell == explainedCell
      ).draw(into: &canvas, room)
    }
  }
}
