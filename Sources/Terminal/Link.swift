package struct Link: Hashable, Sendable {
  package let address: LinkAddress
  package let row: Int
  /// From the left; may extend outside the screen.
  package let columns: Range<Int>

  package init(_ address: LinkAddress, row: Int, columns: Range<Int>) {
    self.address = address
    self.row = row
    self.columns = columns
  }

  func parts(beside taken: Range<Int>, ofRows rows: Range<Int>) -> [Link] {
    guard rows.contains(row), taken.overlaps(columns) else { return [self] }
    let left = columns.lowerBound..<max(columns.lowerBound, taken.lowerBound)
    let right = min(columns.upperBound, taken.upperBound)..<columns.upperBound
    return [left, right].filter { !$0.isEmpty }.map { Link(address, row: row, columns: $0) }
  }
}

/// A geographic location (RFC 5870) for the terminal to open: `geo:48.198634,16.371648`.
///
/// Terminals act on addresses, so nothing but numbers is allowed.
package struct LinkAddress: Hashable, Sendable {
  package let text: String

  /// More bytes than latitude, longitude and altitude need.
  private static let limit = 64
  private static let scheme = "geo:"

  /// Nil unless `text` is `geo:` followed by numbers and commas.
  package init?(_ text: String) {
    let numbers = text.utf8.dropFirst(Self.scheme.utf8.count)
    guard text.utf8.starts(with: Self.scheme.utf8), !numbers.isEmpty, text.utf8.count <= Self.limit,
      numbers.allSatisfy({ "0123456789.,-".utf8.contains($0) })
    else { return nil }
    self.text = text
  }
}
