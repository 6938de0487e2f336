package import Imaging

extension Canvas {
  /// Writes a text on one row, cut to a number of character cells.
  /// - Parameters:
  ///   - text: What to write.
  ///   - origin: Where it begins; outside the canvas nothing is drawn.
  ///   - columns: The room for it, in character cells.
  ///   - style: A glyph whose colours and style the text takes.
  /// - Returns: The character cells it took.
  @discardableResult
  package mutating func draw(
    _ text: DisplayText, at origin: CellPoint, columns: Int, style: Glyph = .blank
  ) -> Int {
    var column = origin.column
    for cluster in text.truncated(to: columns).clusters {
      draw(cluster, at: CellPoint(column: column, row: origin.row), style)
      column += cluster.width
    }
    return column - origin.column
  }

  /// Writes a text in the middle of one row of a rectangle.
  package mutating func drawCentred(
    _ text: DisplayText, row: Int, in rect: Rect, style: Glyph = .blank
  ) {
    let shown = text.truncated(to: rect.size.columns)
    let column = rect.origin.column + (rect.size.columns - shown.width) / 2
    draw(
      shown, at: CellPoint(column: column, row: row), columns: rect.size.columns, style: style)
  }

  private mutating func draw(_ cluster: DisplayText.Cluster, at point: CellPoint, _ style: Glyph) {
    let place = Rect(origin: point, size: CellSize(columns: cluster.width, rows: 1))
    guard place.intersection(bounds) == place else { return }
    var glyph = style
    glyph.scalar = cluster.scalar
    glyph.marks = cluster.marks
    self[point.column, point.row] = glyph
    if cluster.width == 2 {
      self[point.column + 1, point.row] = .continuation(of: glyph)
    }
  }
}

extension Canvas {
  /// The canvas for a terminal without Unicode: other characters are replaced by similar ASCII ones,
  /// or by question marks.
  package var inASCII: Canvas {
    var canvas = self
    canvas.restyle(bounds) { glyph in
      glyph.marks = .zero
      guard !glyph.scalar.isASCII || glyph.isContinuation else { return }
      glyph.scalar = Self.likenesses[glyph.scalar] ?? "?"
    }
    return canvas
  }

  private static let likenesses: [Unicode.Scalar: Unicode.Scalar] = [
    "…": "~", "│": "|", "·": ".", "─": "-", "┌": "+", "┐": "+", "└": "+", "┘": "+", "█": "#",
    "▄": "o", "▌": "|", "▐": "|", "✓": "*", "★": "*", "✗": "x", "⚑": "^", "◆": "#",
  ]
}
