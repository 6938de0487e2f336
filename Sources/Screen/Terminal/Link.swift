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

/// The address of a place on the earth (RFC 5870), for the terminal to open: `geo:48.198634,16.371648`.
///
/// Terminals act on addresses, so nothing else can be in one than the numbers of a place.
package struct LinkAddress: Hashable, Sendable {
  /// The address in ASCII.
  package let text: String

  /// More bytes than latitude, longitude and altitude take.
  private static let limit = 64
  private static let scheme = "geo:"

  /// Takes an address; nil where it is anything but `geo:` and numbers between commas.
  package init?(_ text: String) {
    let numbers = text.utf8.dropFirst(Self.scheme.utf8.count)
    guard text.utf8.starts(with: Self.scheme.utf8), !numbers.isEmpty,
      text.utf8.count <= Self.limit,
      numbers.allSatisfy({ "0123456789.,-".utf8.contains($0) })
    else { return nil }
    self.text = text
  }
}
