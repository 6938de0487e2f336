/// A size in character cells.
package struct CellSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The number of character cells; zero where a side is not positive.
  package var area: Int { max(0, columns) * max(0, rows) }
}

extension CellSize: CustomStringConvertible {
  package var description: String { "\(columns)x\(rows)" }
}
