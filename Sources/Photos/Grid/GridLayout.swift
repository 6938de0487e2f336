package import Imaging

/// Where the cells of a grid lie: how many stand in a row, how large they are, which can be seen.
///
/// A value without any state of its own: the same numbers give the same places.
package struct GridLayout: Hashable, Sendable {
  /// The room for the grid, in character cells.
  package let area: CellSize
  /// The cells in a full row.
  package let columns: Int
  /// The room for the picture of one cell, in character cells.
  package let picture: CellSize

  /// The empty columns between two cells, in character cells.
  private static let gap = 2
  /// The narrowest cell, in character cells.
  private static let narrowest = 6
  /// Height over width of the room for a picture on the screen: between 3:2 and 4:3, so that
  /// neither wastes much.
  private static let proportion = 0.7

  /// Lays a grid out.
  /// - Parameters:
  ///   - area: The room for the grid, in character cells.
  ///   - columns: The cells in a full row; as many as fit where it is more.
  ///   - cellAspect: Width over height of one character cell.
  package init(area: CellSize, columns: Int, cellAspect: Double) {
    self.area = area
    self.columns = min(max(1, columns), Self.mostColumns(width: area.columns))
    let width = max(1, (Self.usable(area.columns) + Self.gap) / self.columns - Self.gap)
    let height = Int((Double(width) * cellAspect * Self.proportion).rounded())
    picture = CellSize(columns: width, rows: max(1, min(height, area.rows - 1)))
  }

  /// The height of a row of cells: the picture and one line for the name.
  package var rowHeight: Int { picture.rows + 1 }

  /// The rows of cells that can be seen whole; at least one.
  package var wholeRows: Int { max(1, area.rows / rowHeight) }

  /// The cells on one screen of whole rows.
  package var cellsPerScreen: Int { wholeRows * columns }

  /// Where a cell lies when the grid is scrolled to a row; a cell below the area may be cut off.
  package func frame(ofCell index: Int, firstRow: Int) -> Rect {
    let left = margin + index % columns * (picture.columns + Self.gap)
    let top = (index / columns - firstRow) * rowHeight
    return Rect(column: left, row: top, columns: picture.columns, rows: rowHeight)
  }

  /// The cells of which something can be seen, of so many, when the grid is scrolled to a row.
  package func visibleCells(firstRow: Int, of count: Int) -> Range<Int> {
    let rows = (area.rows + rowHeight - 1) / rowHeight
    let first = min(firstRow * columns, count)
    return first..<min(first + max(0, rows) * columns, count)
  }

  /// The cell at a place, or nil where there is none.
  package func cell(at point: CellPoint, firstRow: Int, of count: Int) -> Int? {
    guard Rect(origin: CellPoint(column: 0, row: 0), size: area).contains(point) else { return nil }
    return visibleCells(firstRow: firstRow, of: count).first {
      frame(ofCell: $0, firstRow: firstRow).contains(point)
    }
  }

  /// The row to scroll to so that a cell is seen whole, the least way from where the grid is, and
  /// never past the end.
  package func firstRow(showing index: Int, from firstRow: Int, of count: Int) -> Int {
    let row = index / columns
    let shown = min(max(firstRow, row - wholeRows + 1), row)
    let lastRow = max(0, (count + columns - 1) / columns - wholeRows)
    return max(0, min(shown, lastRow))
  }

  /// The columns left over on the left so that the grid stands in the middle.
  private var margin: Int {
    max(0, (area.columns - columns * (picture.columns + Self.gap) + Self.gap) / 2)
  }

  /// The cells in a row that suit a width in character cells: each about a seventh of it, neither
  /// tiny nor huge.
  package static func defaultColumns(width: Int) -> Int {
    let wanted = min(max(width / 7, 18), 40)
    return min(max(1, (usable(width) + gap) / (wanted + gap)), mostColumns(width: width))
  }

  private static func mostColumns(width: Int) -> Int {
    max(1, (usable(width) + gap) / (narrowest + gap))
  }

  /// The width without a column at either edge, which the mark of the selected cell needs.
  private static func usable(_ width: Int) -> Int {
    width < narrowest ? width : width - gap
  }
}
