import Imaging
import Terminal

struct RaceGridView {
  let state: RaceGridState
  let before: RaceGridState?
  let slide: RaceSlide?
  /// The highlighted cell, from 1.
  let explainedCell: Int?
  let form: TileForm
  let theme: RaceTheme

  /// Draws the cells, clipped to the room at top and bottom.
  func draw(into frame: inout Frame, _ layout: RaceLayout, _ room: Rect) {
    guard let slide, let before else {
      for place in state.cells.indices { draw(state, place, down: 0, into: &frame, layout, room) }
      return
    }
    let behind = frame.canvas
    let lines = layout.slot(at: 0).size.rows
    let offset = slide.offset(lines: lines)
    // Cells that remain visible are drawn in their new state.
    for place in before.cells.indices where !slide.keeps(place) {
      draw(before, place, down: -offset, into: &frame, layout, room)
    }
    for place in state.cells.indices {
      draw(state, place, down: slide.rows * lines - offset, into: &frame, layout, room)
    }
    frame.restore(behind, outside: room)
  }

  private func draw(
    _ state: RaceGridState, _ place: Int, down lines: Int, into frame: inout Frame,
    _ layout: RaceLayout, _ room: Rect
  ) {
    var slot = layout.slot(at: place)
    slot.origin.column += room.origin.column
    slot.origin.row += room.origin.row + lines
    guard slot.intersection(room).size.area > 0 else { return }
    let cell = state.cells[place]
    RaceSlotView(
      state: cell, form: form, hasFrame: layout.hasFrames,
      isExplained: cell.cell == explainedCell, hasPixels: slide == nil || form.movesPixels,
      theme: theme
    ).draw(into: &frame, slot)
  }
}

extension RaceSlide {
  /// Whether the cell at a position is visible before and after.
  func keeps(_ place: Int) -> Bool {
    (0..<Race.rows).contains(place / Race.columns - rows)
  }
}

extension TileForm {
  /// Whether the terminal moves images like characters, without writing or placing each again.
  fileprivate var movesPixels: Bool {
    guard case .pixels(let form) = self else { return false }
    return form.encoding == .rgb
  }
}
