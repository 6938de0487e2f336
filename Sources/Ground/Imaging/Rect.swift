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

  /// Whether a place lies inside.
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

/// A size in character cells.
package struct CellSize: Hashable, Sendable {
  /// The width in character cells.
  package var columns: Int
  /// The height in character cells.
  package var rows: Int

  /// Takes a width and a height in character cells.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The number of character cells; zero where a side is not positive.
  package var area: Int { max(0, columns) * max(0, rows) }
}

extension CellSize: CustomStringConvertible {
  /// The size as people write it: `80x24`.
  package var description: String { "\(columns)x\(rows)" }
}

/// A place on a canvas in character cells, counted from zero at the top left.
package struct CellPoint: Hashable, Sendable {
  /// The column, in character cells from the left.
  package var column: Int
  /// The row, in character cells from the top.
  package var row: Int

  /// Names a place by its column and row.
  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
