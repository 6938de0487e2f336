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
