import Imaging

extension Canvas {
  mutating func drawBorder(around rect: Rect, _ styles: Styles) {
    let (left, right) = (rect.columns.lowerBound, rect.columns.upperBound - 1)
    let (top, bottom) = (rect.rows.lowerBound, rect.rows.upperBound - 1)
    for row in [top, bottom] {
      fill(
        Rect(column: left, row: row, columns: rect.size.columns, rows: 1),
        with: styles[.border, "─"])
    }
    for column in [left, right] {
      fill(
        Rect(column: column, row: top, columns: 1, rows: rect.size.rows),
        with: styles[.border, "│"])
    }
    let corners: [(Unicode.Scalar, Int, Int)] = [
      ("┌", left, top), ("┐", right, top), ("└", left, bottom), ("┘", right, bottom),
    ]
    for (corner, column, row) in corners {
      fill(
        Rect(column: column, row: row, columns: 1, rows: 1), with: styles[.border, corner])
    }
  }
}
