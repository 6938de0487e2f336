import Imaging
import Terminal

/// Draws one grid: its cells at their places, or on the way to them.
struct RaceGridView {
  let state: RaceGridState
  /// What the grid looked like before the scroll that is on its way.
  let before: RaceGridState?
  let slide: RaceSlide?
  /// The cell that is spoken of, from 1.
  let explainedCell: Int?
  /// What the terminal shows.
  let form: TileForm
  let theme: RaceTheme

  /// Draws the cells into their room, at whose upper and lower edges they are cut off.
  func draw(into frame: inout Frame, _ layout: RaceLayout, _ room: Rect) {
    guard let slide, let before else {
      for place in state.cells.indices { draw(state, place, down: 0, into: &frame, layout, room) }
      return
    }
    let behind = frame.canvas
    let lines = layout.slot(at: 0).size.rows
    let offset = slide.offset(lines: lines)
    // Those that stay on the screen are drawn as they are now.
    for place in before.cells.indices where !slide.keeps(place) {
      draw(before, place, down: -offset, into: &frame, layout, room)
    }
    for place in state.cells.indices {
      draw(state, place, down: slide.rows * lines - offset, into: &frame, layout, room)
    }
    frame.restore(behind, outside: room)
  }

  /// Draws a cell some lines below its place.
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
  /// Whether the cell at a place, counted row by row, can be seen before and after.
  func keeps(_ place: Int) -> Bool {
    (0..<Race.rows).contains(place / Race.columns - rows)
  }
}

extension TileForm {
  /// Whether the terminal moves pictures as easily as characters: not where each has to be written, or
  /// placed, anew.
  fileprivate var movesPixels: Bool {
    guard case .pixels(let form) = self else { return false }
    return form.encoding == .rgb
  }
}
