package import Imaging

nonisolated extension Canvas {
  mutating func drawBorder(around rect: Rect, _ styles: Styles) {
    drawBorder(around: rect, styles[.border])
  }

  /// Draws a box just inside the rectangle.
  package mutating func drawBorder(around rect: Rect, _ style: Glyph, isHeavy: Bool = false) {
    let (left, right) = (rect.columns.lowerBound, rect.columns.upperBound - 1)
    let (top, bottom) = (rect.rows.lowerBound, rect.rows.upperBound - 1)
    let parts = [
      Rect(column: left, row: top, columns: rect.size.columns, rows: 1),
      Rect(column: left, row: bottom, columns: rect.size.columns, rows: 1),
      Rect(column: left, row: top, columns: 1, rows: rect.size.rows),
      Rect(column: right, row: top, columns: 1, rows: rect.size.rows),
      Rect(column: left, row: top, columns: 1, rows: 1),
      Rect(column: right, row: top, columns: 1, rows: 1),
      Rect(column: left, row: bottom, columns: 1, rows: 1),
      Rect(column: right, row: bottom, columns: 1, rows: 1),
    ]
    for (part, scalar) in zip(parts, (isHeavy ? "━━┃┃┏┓┗┛" : "──││╭╮╰╯").unicodeScalars) {
      var glyph = style
      glyph.scalar = scalar
      fill(part, with: glyph)
    }
  }
}
