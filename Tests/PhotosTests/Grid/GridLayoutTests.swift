import Imaging
import Photos
import Testing

@Suite("GridLayout")
struct GridLayoutTests {
  private func rows(_ count: Int) -> GridRows { GridRows(count: count, columns: 4) }

  private func layout(_ columns: Int, _ rows: Int, cells: Int? = nil) -> GridLayout {
    GridLayout(
      area: CellSize(columns: columns, rows: rows),
      columns: cells ?? GridLayout.defaultColumns(width: columns), cellAspect: 0.5)
  }

  @Test(arguments: [
    (200, 49, 6, CellSize(columns: 31, rows: 10), 4),
    (80, 23, 4, CellSize(columns: 18, rows: 6), 3),
    (120, 39, 6, CellSize(columns: 18, rows: 6), 5),
    (20, 10, 1, CellSize(columns: 18, rows: 6), 1),
    (1, 1, 1, CellSize(columns: 1, rows: 1), 1),
  ])
  func `the number and size of cells follow from the size of the screen`(
    columns: Int, rows: Int, cells: Int, picture: CellSize, wholeRows: Int
  ) {
    let layout = layout(columns, rows)
    #expect(layout.columns == cells)
    #expect(layout.picture == picture)
    #expect(layout.wholeRows == wholeRows)
  }

  @Test(arguments: 24...60, [1, 4, 7, 14, 18, 33, 200])
  func `cards of folders touch neither each other nor the status line`(height: Int, count: Int) {
    let area = CellSize(columns: 120, rows: height)
    let columns = GridLayout.columns(
      showingAll: count, in: area, cellAspect: 0.5, hasCards: true)
    let layout = GridLayout(
      area: area, columns: columns ?? 6, cellAspect: 0.5, hasCards: true, count: count)
    #expect(columns == nil || layout.cellsPerScreen >= count)
    #expect(layout.rowGap == 1)
    let last = layout.frame(inRow: layout.wholeRows - 1, column: 0)
    #expect(last.rows.upperBound < height)
  }

  @Test(arguments: 1...60)
  func `without captions images fill as many lines or more, and rows have a gap`(
    height: Int
  ) {
    let area = CellSize(columns: 80, rows: height)
    let with = GridLayout(area: area, columns: 4, cellAspect: 0.5)
    let without = GridLayout(area: area, columns: 4, cellAspect: 0.5, hasCaptions: false)
    #expect(without.cellHeight == without.picture.rows)
    #expect(without.wholeRows * without.picture.rows >= with.wholeRows * with.picture.rows)
    #expect(without.rowGap == 1 || without.wholeRows == 1)
    let end = without.frame(inRow: without.wholeRows - 1, column: 0).rows.upperBound
    #expect(end <= height)
  }

  @Test(arguments: [(160, 44, 80), (90, 30, 45), (60, 30, 40), (30, 20, 28)])
  func `a cell alone is at most half as wide as the screen, and centered`(
    columns: Int, rows: Int, most: Int
  ) {
    let area = CellSize(columns: columns, rows: rows)
    let layout = GridLayout(area: area, columns: 1, cellAspect: 0.5, count: 1)
    #expect(layout.picture.columns <= most)
    let frame = layout.frame(inRow: 0, column: 0)
    #expect(abs(frame.columns.lowerBound - (columns - frame.columns.upperBound)) <= 1)
  }

  @Test func `24 photos fit on a screen of 200x50`() {
    #expect(layout(200, 49).cellsPerScreen == 24)
  }

  @Test func `cells never overlap and lie inside the area`() {
    for width in 1...220 {
      for cells in [1, 2, 3, 5, 9, 40] {
        let layout = layout(width, 20, cells: cells)
        let frames = (0..<layout.columns).map { layout.frame(inRow: 0, column: $0) }
        for (left, right) in zip(frames, frames.dropFirst()) {
          #expect(left.columns.upperBound <= right.columns.lowerBound)
        }
        #expect(frames.allSatisfy { $0.columns.lowerBound >= 0 && $0.columns.upperBound <= width })
      }
    }
  }

  @Test func `an image leaves room for its name if there are at least two rows`() {
    for rows in 1...30 {
      let layout = layout(200, rows, cells: 1)
      #expect(layout.picture.rows >= 1)
      #expect(rows == 1 || layout.rowHeight <= rows)
    }
  }

  @Test(arguments: [(200, 49), (80, 23), (120, 39), (40, 11), (20, 5), (60, 14), (300, 80)])
  func `only whole rows are visible, with a gap between them if there is room`(
    columns: Int, rows: Int
  ) {
    for cells in 1...12 {
      let layout = layout(columns, rows, cells: cells)
      let last =
        layout.visibleCells(
          firstRow: 0, in: GridRows(count: 1000, columns: layout.columns)
        ).upperBound - 1
      #expect(
        layout.frame(inRow: last / layout.columns, column: last % layout.columns).rows.upperBound
          <= rows)
      let next = layout.frame(inRow: 1, column: 0)
      #expect(next.origin.row == layout.cellHeight + layout.rowGap)
    }
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (12, 4)])
  func `a few photos have the largest cells in which all of them fit`(count: Int, columns: Int) {
    let area = CellSize(columns: 80, rows: 23)
    #expect(GridLayout.columns(showingAll: count, in: area, cellAspect: 0.5) == columns)
    #expect(GridLayout.columns(showingAll: 13, in: area, cellAspect: 0.5) == nil)
  }

  @Test(arguments: [
    (80, 23, 3, CellSize(columns: 38, rows: 10)), (80, 23, 24, CellSize(columns: 18, rows: 6)),
    (120, 39, 24, CellSize(columns: 18, rows: 8)), (200, 59, 24, CellSize(columns: 31, rows: 13)),
    (200, 59, 3, CellSize(columns: 98, rows: 28)), (200, 59, 500, CellSize(columns: 31, rows: 10)),
  ])
  func `photos that fit on one screen fill it`(
    columns: Int, rows: Int, count: Int, picture: CellSize
  ) {
    let area = CellSize(columns: columns, rows: rows)
    let all = GridLayout.columns(showingAll: count, in: area, cellAspect: 0.5)
    let layout = GridLayout(
      area: area, columns: all ?? GridLayout.defaultColumns(width: columns), cellAspect: 0.5,
      count: count)
    #expect(layout.picture == picture)
    #expect(all == nil || layout.cellsPerScreen >= count)
  }

  @Test(arguments: 1...40)
  func `photos are never smaller among few than among many`(count: Int) {
    for (columns, rows) in [(80, 23), (120, 39), (200, 59), (60, 14), (33, 50)] {
      let area = CellSize(columns: columns, rows: rows)
      let usual = GridLayout(
        area: area, columns: GridLayout.defaultColumns(width: columns), cellAspect: 0.5)
      let few = GridLayout(
        area: area,
        columns: GridLayout.columns(showingAll: count, in: area, cellAspect: 0.5) ?? usual.columns,
        cellAspect: 0.5, count: count)
      let whole = few.frame(inRow: few.wholeRows - 1, column: 0).rows.upperBound
      #expect(
        few.picture.columns >= usual.picture.columns && few.picture.rows >= usual.picture.rows)
      #expect(whole <= rows)
    }
  }

  @Test func `the visible cells follow from the first row`() {
    let layout = layout(80, 23)
    #expect(layout.visibleCells(firstRow: 0, in: rows(100)) == 0..<12)
    #expect(layout.visibleCells(firstRow: 2, in: rows(100)) == 8..<20)
    #expect(layout.visibleCells(firstRow: 2, in: rows(10)) == 8..<10)
    #expect(layout.visibleCells(firstRow: 0, in: rows(0)) == 0..<0)
  }

  @Test func `scrolling moves by the fewest rows that show the cell, and never past the end`() {
    let layout = layout(80, 23)
    #expect(layout.firstRow(showing: 0, from: 5, in: rows(100)) == 0)
    #expect(layout.firstRow(showing: 12, from: 0, in: rows(100)) == 1)
    #expect(layout.firstRow(showing: 9, from: 1, in: rows(100)) == 1)
    #expect(layout.firstRow(showing: 99, from: 0, in: rows(100)) == 22)
    #expect(layout.firstRow(showing: 3, from: 9, in: rows(4)) == 0)
  }

  @Test func `a point in a cell finds that cell, and a point in a gap finds none`() {
    let layout = layout(80, 23)
    for index in layout.visibleCells(firstRow: 1, in: rows(100)) {
      let frame = layout.frame(inRow: index / 4 - 1, column: index % 4)
      let point = CellPoint(column: frame.columns.upperBound - 1, row: frame.origin.row)
      #expect(layout.cell(at: point, firstRow: 1, in: rows(100)) == index)
    }
    #expect(layout.cell(at: CellPoint(column: 19, row: 2), firstRow: 0, in: rows(100)) == nil)
    let below = CellPoint(column: 1, row: layout.area.rows)
    #expect(layout.cell(at: below, firstRow: 0, in: rows(100)) == nil)
  }
}
