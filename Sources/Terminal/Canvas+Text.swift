package import Imaging

extension Canvas {
  /// Truncated to `columns` character cells; returns the cells used.
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

  /// Truncated to `columns` or at the right edge; returns the cells used.
  @discardableResult
  package mutating func draw(
    _ text: DisplayText, column: Int, row: Int, columns: Int? = nil, style: Glyph = .blank
  ) -> Int {
    draw(
      text, at: CellPoint(column: column, row: row), columns: columns ?? size.columns - column,
      style: style)
  }

  package mutating func drawCentred(
    _ text: DisplayText, row: Int, in rect: Rect, style: Glyph = .blank
  ) {
    let shown = text.truncated(to: rect.size.columns)
    let column = rect.origin.column + (rect.size.columns - shown.width) / 2
    draw(shown, at: CellPoint(column: column, row: row), columns: rect.size.columns, style: style)
  }

  private mutating func draw(_ cluster: DisplayText.Cluster, at point: CellPoint, _ style: Glyph) {
    let place = Rect(origin: point, size: CellSize(columns: cluster.width, rows: 1))
    guard place.intersection(bounds) == place else { return }
    var glyph = style
    glyph.scalar = cluster.scalar
    glyph.marks = cluster.marks
    self[point.column, point.row] = glyph
    if cluster.width == 2 { self[point.column + 1, point.row] = .continuation(of: glyph) }
  }

  /// With similar ASCII characters or question marks, for terminals without Unicode.
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
    "…": "~", "│": "|", "·": ".", "─": "-", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "█": "#",
    "▄": "o", "▌": "|", "▐": "|", "✓": "*", "★": "*", "✗": "x", "⚑": "^", "◆": "#", "━": "=",
    "┃": "#", "┏": "#", "┓": "#", "┗": "#", "┛": "#", "┄": "-", "╳": "x", "●": "o",
    "–": "-", "“": "\"", "”": "\"", "›": ">", "▶": ">", "◎": "@", "↓": "v",
  ]
}
