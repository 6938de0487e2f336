import Grid
import Imaging
import Terminal

/// Draws one cell: its name, its picture, what it wants and shows, and a heavy frame where those differ.
struct RaceSlotView {
  let state: RaceCellState
  /// What the terminal shows.
  let form: TileForm
  let hasFrame: Bool
  /// Whether it is this cell that is spoken of.
  let isExplained: Bool
  /// Whether a picture of pixels is shown as one, and not as the characters that stand for it.
  let hasPixels: Bool
  let theme: RaceTheme

  private var symbols: RaceSymbols { RaceSymbols(form.symbols) }

  /// Draws the cell into its room, in character cells; what lies outside the frame is cut off.
  func draw(into frame: inout Frame, _ room: Rect) {
    let border = Rect(
      origin: room.origin, size: CellSize(columns: room.size.columns, rows: room.size.rows - 1))
    drawPicture(into: &frame, pictureRoom(border))
    drawWords(into: &frame.canvas, room, border)
  }

  /// Draws what stands around the picture.
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

  /// Draws the picture that is in the cell, and in front of it the number of that very picture.
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
  /// What the cell wants and shows: `wants 07, shows 03`.
  var caption: String {
    guard let number else { return "" }
    guard let shown else { return "wants \(number)" }
    return isWrong ? "wants \(number), shows \(shown)" : "shows \(number)"
  }
}

extension Canvas {
  /// Draws a line around a rectangle, inside it.
  /// - Parameters:
  ///   - rect: What to frame, in character cells.
  ///   - scalars: The corners from the top left clockwise, the lines across and down.
  ///   - style: A glyph whose colours and style the line takes.
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
