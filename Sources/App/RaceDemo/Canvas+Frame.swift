import Imaging

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
