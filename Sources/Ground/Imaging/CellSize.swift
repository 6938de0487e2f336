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
