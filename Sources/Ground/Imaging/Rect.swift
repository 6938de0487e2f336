/// A rectangle of character cells.
package struct Rect: Hashable, Sendable {
  /// The place of the top left character cell.
  package var origin: CellPoint
  /// The size in character cells.
  package var size: CellSize

  /// Makes a rectangle of its top left and its size.
  package init(origin: CellPoint, size: CellSize) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle of four numbers, in character cells.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.init(
      origin: CellPoint(column: column, row: row), size: CellSize(columns: columns, rows: rows))
  }

  /// The columns the rectangle covers.
  package var columns: Range<Int> {
    origin.column..<origin.column + max(0, size.columns)
  }

  /// The rows the rectangle covers.
  package var rows: Range<Int> {
    origin.row..<origin.row + max(0, size.rows)
  }

  /// Tells whether a place lies inside.
  package func contains(_ point: CellPoint) -> Bool {
    columns.contains(point.column) && rows.contains(point.row)
  }

  /// The part that lies inside another rectangle too; of size zero where there is none.
  package func intersection(_ other: Rect) -> Rect {
    let columns = columns.clamped(to: other.columns)
    let rows = rows.clamped(to: other.rows)
    return Rect(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  /// The place of a smaller size in the middle of the rectangle; odd cells stay right and below.
  package func centred(_ inner: CellSize) -> Rect {
    Rect(
      column: origin.column + (size.columns - inner.columns) / 2,
      row: origin.row + (size.rows - inner.rows) / 2,
      columns: inner.columns, rows: inner.rows)
  }
}
