/// In character cells.
package struct Rect: Hashable, Sendable {
  package var origin: CellPoint
  package var size: CellSize

  package init(origin: CellPoint, size: CellSize) {
    (self.origin, self.size) = (origin, size)
  }

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.init(
      origin: CellPoint(column: column, row: row), size: CellSize(columns: columns, rows: rows))
  }

  package var columns: Range<Int> { origin.column..<origin.column + max(0, size.columns) }

  package var rows: Range<Int> { origin.row..<origin.row + max(0, size.rows) }

  package func contains(_ point: CellPoint) -> Bool {
    columns.contains(point.column) && rows.contains(point.row)
  }

  /// Has size zero if there is no overlap.
  package func intersection(_ other: Rect) -> Rect {
    let columns = columns.clamped(to: other.columns)
    let rows = rows.clamped(to: other.rows)
    return Rect(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  /// Centers a smaller size; an odd cell stays right and below.
  package func centred(_ inner: CellSize) -> Rect {
    Rect(
      column: origin.column + (size.columns - inner.columns) / 2,
      row: origin.row + (size.rows - inner.rows) / 2, columns: inner.columns, rows: inner.rows)
  }
}

package struct CellSize: Hashable, Sendable, CustomStringConvertible {
  package var columns, rows: Int

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }

  package var area: Int { max(0, columns) * max(0, rows) }

  package var description: String { "\(columns)x\(rows)" }
}

/// A position in character cells, from zero at the top left.
package struct CellPoint: Hashable, Sendable {
  package var column, row: Int

  package init(column: Int, row: Int) {
    (self.column, self.row) = (column, row)
  }
}
