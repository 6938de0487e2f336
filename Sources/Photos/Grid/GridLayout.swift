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
  /// The empty rows between a name and the next picture below it, in character cells: one, or none
  /// where the height has no room for it.
  package let rowGap: Int

  /// The empty columns between two cells, in character cells.
  private static let gap = 2
  /// The narrowest cell, in character cells.
  private static let narrowest = 6
  /// Height over width of the room for a picture on the screen: between 3:2 and 4:3, so that
  /// neither wastes much.
  private static let proportion = 0.7
  /// The least share of that height that is still good, where another row of cells is won by it.
  private static let leastHeight = 0.8

  /// Lays a grid out: only whole rows of cells stand on a screen.
  /// - Parameters:
  ///   - area: The room for the grid, in character cells.
  ///   - columns: The cells in a full row; as many as fit where it is more.
  ///   - cellAspect: Width over height of one character cell.
  package init(area: CellSize, columns: Int, cellAspect: Double) {
    self.area = area
    self.columns = min(max(1, columns), Self.mostColumns(width: area.columns))
    let wanted = Self.picture(self.columns, in: area.columns, cellAspect: cellAspect)
    let (height, gap) = Self.fit(wanted.rows, into: area.rows)
    picture = CellSize(columns: wanted.columns, rows: height)
    rowGap = gap
  }

  /// Lays a grid out that has no bottom, as a sheet of paper has none.
  /// - Parameters:
  ///   - width: The room for the grid, in character cells.
  ///   - columns: The cells in a full row; as many as fit where it is more.
  ///   - cellAspect: Width over height of one character cell.
  package init(width: Int, columns: Int, cellAspect: Double) {
    area = CellSize(columns: width, rows: .max / 2)
    self.columns = min(max(1, columns), Self.mostColumns(width: width))
    picture = Self.picture(self.columns, in: width, cellAspect: cellAspect)
    rowGap = 1
  }

  /// The room for a picture that suits so many in a row.
  private static func picture(_ columns: Int, in width: Int, cellAspect: Double) -> CellSize {
    let width = max(1, (usable(width) + gap) / columns - gap)
    let height = Int((Double(width) * cellAspect * proportion).rounded())
    return CellSize(columns: width, rows: max(1, height))
  }

  /// Finds how high pictures are, and whether there is a gap between rows, so that whole rows fill a
  /// height best: a gap counts as much as a line of every picture, and lower pictures are taken where
  /// another row is won by that.
  private static func fit(_ height: Int, into rows: Int) -> (height: Int, gap: Int) {
    let least = max(1, Int((Double(height) * leastHeight).rounded(.up)))
    let usual = max(1, rows / (height + 1))
    var best = (height: max(1, min(height, rows - 1)), gap: 0, score: 0)
    for (count, gap) in [(usual, 1), (usual, 0), (usual + 1, 1), (usual + 1, 0)] {
      let fitting = min(height, (rows + gap) / count - 1 - gap)
      let score = count * (fitting + gap)
      if fitting >= least, score > best.score { best = (fitting, gap, score) }
    }
    return (best.height, best.gap)
  }

  /// The lines that a cell takes: the picture and one line for the name.
  package var cellHeight: Int { picture.rows + 1 }

  /// The lines from one row of cells to the next.
  package var rowHeight: Int { cellHeight + rowGap }

  /// The rows of cells that stand on a screen; at least one.
  package var wholeRows: Int { max(1, (area.rows + rowGap) / rowHeight) }

  /// The cells on one screen of whole rows.
  package var cellsPerScreen: Int { wholeRows * columns }

  /// Where a cell lies when the grid is scrolled to a row.
  package func frame(ofCell index: Int, firstRow: Int) -> Rect {
    let left = margin + index % columns * (picture.columns + Self.gap)
    let top = (index / columns - firstRow) * rowHeight
    return Rect(column: left, row: top, columns: picture.columns, rows: cellHeight)
  }

  /// The cells that can be seen, of so many, when the grid is scrolled to a row.
  package func visibleCells(firstRow: Int, of count: Int) -> Range<Int> {
    let first = min(firstRow * columns, count)
    return first..<min(first + cellsPerScreen, count)
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

  /// The fewest cells in a row with which so many photos stand on one screen, so that each is as large
  /// as all fit; nil where they do not fit with the usual number either.
  package static func columns(showingAll count: Int, in area: CellSize, cellAspect: Double) -> Int?
  {
    (1...max(1, defaultColumns(width: area.columns))).first {
      GridLayout(area: area, columns: $0, cellAspect: cellAspect).cellsPerScreen >= count
    }
  }

  private static func mostColumns(width: Int) -> Int {
    max(1, (usable(width) + gap) / (narrowest + gap))
  }

  /// The width without a column at either edge, which the mark of the selected cell needs.
  private static func usable(_ width: Int) -> Int {
    width < narrowest ? width : width - gap
  }
}
