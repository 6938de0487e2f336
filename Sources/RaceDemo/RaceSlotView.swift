import Imaging
import Photos
import Terminal

/// Draws one cell: name, image and caption, with a heavy frame if the image is wrong.
struct RaceSlotView {
  let state: RaceCellState
  let form: TileForm
  let hasFrame: Bool
  let isExplained: Bool
  /// Whether pixel images are shown as such, not as characters.
  let hasPixels: Bool
  let theme: RaceTheme

  private var symbols: RaceSymbols { RaceSymbols(form.symbols) }

  /// `room` is in character cells.
  func draw(into frame: inout Frame, _ room: Rect) {
    let border = Rect(
      origin: room.origin, size: CellSize(columns: room.size.columns, rows: room.size.rows - 1))
    drawPicture(into: &frame, pictureRoom(border))
    drawWords(into: &frame.canvas, room, border)
  }

  private func drawWords(into canvas: inout Canvas, _ room: Rect, _ border: Rect) {
    if hasFrame {
      canvas.drawFrame(border, state.isWrong ? symbols.heavyFrame : symbols.frame, style: style)
    }
    canvas.draw(
      DisplayText(hasFrame ? " cell \(state.cell) " : "cell \(state.cell)"),
      at: CellPoint(column: room.origin.column + (hasFrame ? 2 : 0), row: room.origin.row),
      columns: room.size.columns, style: style)
    canvas.drawCentred(
      DisplayText(state.caption), row: room.rows.upperBound - 1, in: room,
      style: state.isWrong ? theme.late : theme.text)
  }

  private var style: Glyph {
    state.isWrong ? theme.late : isExplained ? theme.heading : theme.quiet
  }

  private func pictureRoom(_ border: Rect) -> Rect {
    let (sides, below) = hasFrame ? (1, 1) : (0, 0)
    return Rect(
      column: border.origin.column + sides, row: border.origin.row + 1,
      columns: border.size.columns - 2 * sides, rows: border.size.rows - 1 - below)
  }

  private func drawPicture(into frame: inout Frame, _ room: Rect) {
    guard let tile = state.content.tile else {
      let middle = room.centred(CellSize(columns: 1, rows: 1))
      return frame.canvas.fill(middle, with: theme.placeholder)
    }
    frame.draw(hasPixels ? tile : Tile(canvas: tile.canvas), centredIn: room)
    guard let shown = state.shown else { return }
    LargeNumber(number: shown, form: form).draw(into: &frame.canvas, room)
  }
}

extension RaceCellState {
  /// For example `wants 07, shows 03`.
  var caption: String {
    guard let number else { return "" }
    guard let shown else { return "wants \(number)" }
    return isWrong ? "wants \(number), shows \(shown)" : "shows \(number)"
  }
}

extension Canvas {
  /// Draws a box inside `rect`.
  ///
  /// `scalars` are the corners clockwise from the top left, then the horizontal and vertical lines.
  mutating func drawFrame(_ rect: Rect, _ scalars: [Unicode.Scalar], style: Glyph) {
    guard rect.size.columns > 1, rect.size.rows > 1 else { return }
    let (left, top) = (rect.columns.lowerBound, rect.rows.lowerBound)
    let (right, bottom) = (rect.columns.upperBound - 1, rect.rows.upperBound - 1)
    for column in rect.columns {
      put(scalars[4], column, top, style)
      put(scalars[4], column, bottom, style)
    }
    for row in rect.rows {
      put(scalars[5], left, row, style)
      put(scalars[5], right, row, style)
    }
    put(scalars[0], left, top, style)
    put(scalars[1], right, top, style)
    put(scalars[2], right, bottom, style)
    put(scalars[3], left, bottom, style)
  }

  private mutating func put(_ scalar: Unicode.Scalar, _ column: Int, _ row: Int, _ style: Glyph) {
    guard bounds.contains(CellPoint(column: column, row: row)) else { return }
    var glyph = style
    glyph.scalar = scalar
    self[column, row] = glyph
  }
}
