/// Character cells of one row that lead somewhere.
package struct Link: Hashable, Sendable {
  /// Where they lead.
  package let address: LinkAddress
  /// The row, in character cells from the top.
  package let row: Int
  /// The columns, in character cells from the left; some may lie outside the screen.
  package let columns: Range<Int>

  /// Makes a link of some columns of a row.
  package init(_ address: LinkAddress, row: Int, columns: Range<Int>) {
    self.address = address
    self.row = row
    self.columns = columns
  }

  /// What is left of it where some columns of some rows are taken.
  func parts(beside taken: Range<Int>, ofRows rows: Range<Int>) -> [Link] {
    guard rows.contains(row), taken.overlaps(columns) else { return [self] }
    let left = columns.lowerBound..<max(columns.lowerBound, taken.lowerBound)
    let right = min(columns.upperBound, taken.upperBound)..<columns.upperBound
    return [left, right].filter { !$0.isEmpty }.map { Link(address, row: row, columns: $0) }
  }
}
