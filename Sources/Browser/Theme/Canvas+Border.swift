package import Imaging
import Terminal

nonisolated extension Canvas {
  mutating func drawBorder(around rect: Rect, _ styles: Styles) {
    drawBorder(around: rect, styles[.border])
  }

  /// Draws a border around the whole canvas, with a title.
  package mutating func drawFrame(
    titled title: String, _ styles: Styles, border: Theme.Part = .border
  ) {
    drawBorder(around: bounds, styles[border])
    let title = DisplayText(" \(title) ")
    draw(title, column: 2, row: 0, columns: size.columns - 4, style: styles[.key])
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

extension Rect {
  /// The rows of `count` centred lines, clipped to the area.
  func centredRows(_ count: Int) -> Range<Int> {
    centred(CellSize(columns: size.columns, rows: min(count, size.rows))).rows
  }
}
