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
  /// The line above each row of cells in which the heading of a group stands, in character cells.
  ///
  /// One, which is the gap to the row above, or none where there are no groups.
  package let headingRows: Int
  /// The line below each picture, in character cells: one, or none where nothing is to stand there.
  package let captionRows: Int

  /// The empty columns between two cells, in character cells.
  private static let gap = 2
  /// The narrowest cell, in character cells.
  private static let narrowest = 6
  /// Height over width of the room for a picture on the screen: between 3:2 and 4:3, so that
  /// neither wastes much.
  private static let proportion = 0.7
  /// The least share of that height that is still good, where another row of cells is won by it.
  private static let leastHeight = 0.8
  /// That of cells which have a screen for themselves: upright photos are larger by it.
  private static let mostHeight = 1.0

  /// Lays a grid out: only whole rows of cells stand on a screen.
  /// - Parameters:
  ///   - area: The room for the grid, in character cells.
  ///   - columns: The cells in a full row; as many as fit where it is more.
  ///   - cellAspect: Width over height of one character cell.
  ///   - hasHeadings: Whether groups of photos have headings.
  ///   - hasCaptions: Whether something stands below each picture.
  ///   - count: How many cells there are in all; where they stand on one screen they fill its height. Nil
  ///     where that is not known, or they stand in groups.
  package init(
    area: CellSize, columns: Int, cellAspect: Double, hasHeadings: Bool = false,
    hasCaptions: Bool = true, count: Int? = nil
  ) {
    self.area = area
    self.columns = min(max(1, columns), Self.mostColumns(width: area.columns))
    let wanted = Self.picture(self.columns, in: area.columns, cellAspect: cellAspect)
    headingRows = hasHeadings ? 1 : 0
    captionRows = hasCaptions ? 1 : 0
    // Pictures need something between them.
    let (height, gap) = Self.fit(
      wanted.rows, captionRows, into: area.rows - headingRows,
      gaps: hasHeadings || !hasCaptions ? [1] : [1, 0])
    let full = self.columns
    let rowCount = count.map { max(1, ($0 + full - 1) / full) } ?? .max
    let filling = (area.rows + 1) / rowCount - captionRows - 1
    let most = Int((Double(wanted.columns) * cellAspect * Self.mostHeight).rounded())
    let usual = Self.picture(
      Self.defaultColumns(width: area.columns), in: area.columns, cellAspect: cellAspect)
    // Never lower than usual: what does not fit is scrolled to.
    if !hasHeadings, filling >= min(height, usual.rows) {
      (picture, rowGap) = (CellSize(columns: wanted.columns, rows: min(filling, most)), 1)
    } else {
      (picture, rowGap) = (CellSize(columns: wanted.columns, rows: height), gap)
    }
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
    headingRows = 0
    captionRows = 1
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
  private static func fit(
    _ height: Int, _ captionRows: Int, into rows: Int, gaps: [Int]
  ) -> (height: Int, gap: Int) {
    let least = max(1, Int((Double(height) * leastHeight).rounded(.up)))
    let usual = max(1, rows / (height + max(1, captionRows)))
    var best = (height: max(1, min(height, rows - captionRows)), gap: gaps.last ?? 0, score: 0)
    for (count, gap) in [usual, usual + 1].flatMap({ count in gaps.map { (count, $0) } }) {
      let fitting = min(height, (rows + gap) / count - captionRows - gap)
      let score = count * (fitting + gap)
      if fitting >= least, score > best.score { best = (fitting, gap, score) }
    }
    return (best.height, best.gap)
  }

  /// The lines that a cell takes: the picture and what stands below it.
  package var cellHeight: Int { picture.rows + captionRows }

  /// The lines from one row of cells to the next.
  package var rowHeight: Int { cellHeight + rowGap }

  /// The rows of cells that stand on a screen; at least one.
  package var wholeRows: Int { max(1, (area.rows - headingRows + rowGap) / rowHeight) }

  /// The cells on one screen of whole rows.
  package var cellsPerScreen: Int { wholeRows * columns }

  /// Where a cell lies.
  /// - Parameters:
  ///   - row: Its row of cells, counted from the one at the top of the screen.
  ///   - column: Its place in the row, from 0.
  /// - Returns: Its room, in character cells.
  package func frame(inRow row: Int, column: Int) -> Rect {
    Rect(
      column: margin + column * (picture.columns + Self.gap), row: headingRows + row * rowHeight,
      columns: picture.columns, rows: cellHeight)
  }

  /// Where the heading of a group lies that begins with a row of cells, counted from the one at the top of
  /// the screen.
  package func heading(ofRow row: Int) -> Rect {
    let width = columns * (picture.columns + Self.gap) - Self.gap
    return Rect(column: margin, row: row * rowHeight, columns: width, rows: headingRows)
  }

  /// The cells that can be seen when the grid is scrolled to a row.
  package func visibleCells(firstRow: Int, in rows: GridRows) -> Range<Int> {
    let first = rows[firstRow].lowerBound
    return first..<max(first, rows[firstRow + wholeRows - 1].upperBound)
  }

  /// The cell at a place, or nil where there is none.
  package func cell(at point: CellPoint, firstRow: Int, in rows: GridRows) -> Int? {
    guard Rect(origin: CellPoint(column: 0, row: 0), size: area).contains(point) else { return nil }
    return visibleCells(firstRow: firstRow, in: rows).first {
      frame(inRow: rows.row(of: $0) - firstRow, column: rows.column(of: $0)).contains(point)
    }
  }

  /// The row to scroll to so that a cell is seen whole, the least way from where the grid is, and
  /// never past the end.
  package func firstRow(showing index: Int, from firstRow: Int, in rows: GridRows) -> Int {
    let row = rows.row(of: index)
    let shown = min(max(firstRow, row - wholeRows + 1), row)
    return max(0, min(shown, rows.rowCount - wholeRows))
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

  /// The cells in a row with which so many photos stand on one screen, and most photos are largest; nil
  /// where they would be smaller than usual.
  package static func columns(showingAll count: Int, in area: CellSize, cellAspect: Double) -> Int?
  {
    let candidates = (1...max(1, defaultColumns(width: area.columns))).compactMap { columns in
      let layout = GridLayout(area: area, columns: columns, cellAspect: cellAspect, count: count)
      return layout.cellsPerScreen >= count ? layout : nil
    }
    /// How wide a photo is shown that lies on its side.
    func width(_ room: CellSize) -> Double {
      min(Double(room.columns), Double(room.rows) / proportion / cellAspect)
    }
    return candidates.max {
      (width($0.picture), -$0.columns) < (width($1.picture), -$1.columns)
    }?.columns
  }

  private static func mostColumns(width: Int) -> Int {
    max(1, (usable(width) + gap) / (narrowest + gap))
  }

  /// The width without a column at either edge, which the mark of the selected cell needs.
  private static func usable(_ width: Int) -> Int {
    width < narrowest ? width : width - gap
  }
}
