import Base
package import Imaging

/// Geometry of the grid, in character cells: columns, cell size, and which cells are visible.
package struct GridLayout: Hashable, Sendable {
  package let area: CellSize
  package let columns: Int
  package let picture: CellSize
  /// Rows between a caption and the next image below it, the last for a heading: 0 to 2.
  package let rowGap: Int
  /// Rows for a group heading above each row of cells: 1, or 0 without groups.
  package let headingRows: Int
  /// Rows for the caption below each image: 1 or 0.
  package let captionRows: Int
  /// Without an empty row between cards and the status line.
  private let rows: Int

  private static let gap = 2
  private static let narrowest = 6
  /// Height over width of an image: between 3:2 and 4:3, so that neither wastes much space.
  private static let proportion = 0.7
  /// Images may shrink to this share of the usual height if that fits another row.
  private static let minHeightShare = 0.8
  /// Rows from which an empty row separates a heading from the caption above it, and cards from
  /// the status line.
  private static let minRowsForGap = 24
  /// Height over width of images that fill the screen alone: larger, for upright photos.
  private static let maxAspect = 1.0
  /// Images that fill the screen are at most half as wide, or this many columns if more.
  private static let minWidthLimit = 40
  /// Width over height of cards that fill the screen.
  private static let maxCardAspect = 1.5

  /// Only whole rows of cells are visible. `columns` is capped at what fits. `cellAspect` is width
  /// over height of a character cell. If `count` cells fit on one screen, they fill its height; nil
  /// if the count is unknown or there are groups.
  package init(
    area: CellSize, columns: Int, cellAspect: Double, hasHeadings: Bool = false,
    hasCaptions: Bool = true, hasCards: Bool = false, count: Int? = nil
  ) {
    self.area = area
    self.columns = min(max(1, columns), Self.maxColumns(width: area.columns))
    let wanted = Self.picture(self.columns, in: area.columns, cellAspect: cellAspect)
    headingRows = hasHeadings ? 1 : 0
    captionRows = hasCaptions ? 1 : 0
    // Images without captions and the cards of folders need a gap between them.
    let gaps =
      hasHeadings && area.rows >= Self.minRowsForGap
      ? [2, 1] : hasHeadings || !hasCaptions || hasCards ? [1] : [1, 0]
    rows = area.rows - (hasCards && area.rows >= Self.minRowsForGap ? 1 : 0)
    let (height, gap) = Self.fit(wanted.rows, captionRows, into: rows - headingRows, gaps: gaps)
    let full = self.columns
    let rowCount = count.map { max(1, ($0 + full - 1) / full) } ?? .max
    let filling = (rows + 1) / rowCount - captionRows - 1
    let usual = Self.picture(
      Self.defaultColumns(width: area.columns), in: area.columns, cellAspect: cellAspect)
    // Never lower than usual: scroll instead.
    if !hasHeadings, filling >= min(height, usual.rows) {
      let widest = hasCards ? Int(Double(filling) / cellAspect * Self.maxCardAspect) : .max
      let columns = min(wanted.columns, max(Self.minWidthLimit, min(area.columns / 2, widest)))
      let most = Int((Double(columns) * cellAspect * Self.maxAspect).rounded())
      (picture, rowGap) = (CellSize(columns: columns, rows: min(filling, most)), 1)
    } else {
      (picture, rowGap) = (CellSize(columns: wanted.columns, rows: height), gap)
    }
  }

  /// Lays out a grid of unbounded height, as for printing.
  package init(width: Int, columns: Int, cellAspect: Double) {
    area = CellSize(columns: width, rows: .max / 2)
    rows = area.rows
    self.columns = min(max(1, columns), Self.maxColumns(width: width))
    picture = Self.picture(self.columns, in: width, cellAspect: cellAspect)
    rowGap = 1
    headingRows = 0
    captionRows = 1
  }

  private static func picture(_ columns: Int, in width: Int, cellAspect: Double) -> CellSize {
    let width = max(1, (usable(width) + gap) / columns - gap)
    let height = Int((Double(width) * cellAspect * proportion).rounded())
    return CellSize(columns: width, rows: max(1, height))
  }

  /// Finds the image height and row gap with which whole rows fill the height best. A gap counts as
  /// much as one line of every image; images shrink if that fits another row.
  private static func fit(
    _ height: Int, _ captionRows: Int, into rows: Int, gaps: [Int]
  ) -> (height: Int, gap: Int) {
    let least = max(1, Int((Double(height) * minHeightShare).rounded(.up)))
    let usual = max(1, rows / (height + max(1, captionRows)))
    var best = (height: max(1, min(height, rows - captionRows)), gap: gaps.last ?? 0, score: 0)
    for (count, gap) in [usual, usual + 1].flatMap({ count in gaps.map { (count, $0) } }) {
      let fitting = min(height, (rows + gap) / count - captionRows - gap)
      let score = count * (fitting + gap)
      if fitting >= least, score > best.score { best = (fitting, gap, score) }
    }
    return (best.height, best.gap)
  }

  package var cellHeight: Int { picture.rows + captionRows }

  package var rowHeight: Int { cellHeight + rowGap }

  package var wholeRows: Int { max(1, (rows - headingRows + rowGap) / rowHeight) }

  package var cellsPerScreen: Int { wholeRows * columns }

  /// Frame of a cell; `row` is counted from the top of the screen.
  package func frame(inRow row: Int, column: Int) -> Rect {
    Rect(
      column: margin + column * (picture.columns + Self.gap), row: headingRows + row * rowHeight,
      columns: picture.columns, rows: cellHeight)
  }

  /// `row` is the first row of the group, counted from the top of the screen.
  package func heading(ofRow row: Int) -> Rect {
    let width = columns * (picture.columns + Self.gap) - Self.gap
    return Rect(column: margin, row: row * rowHeight, columns: width, rows: headingRows)
  }

  package func visibleCells(firstRow: Int, in rows: GridRows) -> Range<Int> {
    let first = rows[firstRow].lowerBound
    return first..<max(first, rows[firstRow + wholeRows - 1].upperBound)
  }

  package func cell(at point: CellPoint, firstRow: Int, in rows: GridRows) -> Int? {
    guard Rect(origin: CellPoint(column: 0, row: 0), size: area).contains(point) else { return nil }
    return visibleCells(firstRow: firstRow, in: rows).first {
      frame(inRow: rows.row(of: $0) - firstRow, column: rows.column(of: $0)).contains(point)
    }
  }

  /// The smallest scroll that shows a cell whole, never beyond the last row.
  package func firstRow(showing index: Int, from firstRow: Int, in rows: GridRows) -> Int {
    let row = rows.row(of: index)
    let shown = min(max(firstRow, row - wholeRows + 1), row)
    return max(0, min(shown, rows.rowCount - wholeRows))
  }

  private var margin: Int {
    max(0, (area.columns - columns * (picture.columns + Self.gap) + Self.gap) / 2)
  }

  /// Default number of columns: each cell about a seventh of the width, and 18 to 40 columns wide.
  package static func defaultColumns(width: Int) -> Int {
    let wanted = min(max(width / 7, 18), 40)
    return min(max(1, (usable(width) + gap) / (wanted + gap)), maxColumns(width: width))
  }

  /// The columns at which `count` photos fit on one screen and are largest; nil for the default.
  package static func columns(
    showingAll count: Int, in area: CellSize, cellAspect: Double, hasCards: Bool = false
  ) -> Int? {
    let candidates = (1...max(1, defaultColumns(width: area.columns))).compactMap { columns in
      let layout = GridLayout(
        area: area, columns: columns, cellAspect: cellAspect, hasCards: hasCards, count: count)
      return layout.cellsPerScreen >= count ? layout : nil
    }
    func width(_ room: CellSize) -> Double {
      min(Double(room.columns), Double(room.rows) / proportion / cellAspect)
    }
    return candidates.max {
      (width($0.picture), -$0.columns) < (width($1.picture), -$1.columns)
    }?.columns
  }

  private static func maxColumns(width: Int) -> Int {
    max(1, (usable(width) + gap) / (narrowest + gap))
  }

  /// The width without the margin at either edge, which the selection marker needs.
  private static func usable(_ width: Int) -> Int {
    width < narrowest ? width : width - gap
  }
}

/// The number of columns: the default, or fewer if all photos fit on one screen, and the zoom.
package struct GridSizing {
  /// Area of the grid with its time scale, in character cells.
  package private(set) var area: CellSize
  /// Columns without zoom; constant while photos are added and removed.
  private var usual: Int
  /// Columns fewer than by default; negative for more.
  private var zoom = 0
  private var isListed = false
  /// The largest number of listed cells so far, which fill the screen; nil if unknown.
  private var fillingCount: Int?

  package init(area: CellSize) {
    self.area = area
    usual = GridLayout.defaultColumns(width: area.columns)
  }

  package func emptied() -> GridSizing {
    var sizing = GridSizing(area: area)
    sizing.zoom = zoom
    return sizing
  }

  /// Adapts to a complete listing; returns whether it is the first. Columns never shrink then:
  /// photos added later are scrolled to, and cells keep their size.
  package mutating func list(
    _ count: Int, hasMore: Bool, hasCards: Bool = false, cellAspect: Double
  ) -> Bool {
    let isFirst = !isListed
    isListed = true
    let columns = columns(for: hasMore ? nil : count, in: area, cellAspect, hasCards)
    usual = isFirst ? columns : max(usual, columns)
    fillingCount = hasMore ? nil : max(isFirst ? 0 : fillingCount ?? 0, count)
    return isFirst
  }

  package mutating func resize(
    to area: CellSize, _ count: Int, hasMore: Bool, hasCards: Bool = false, cellAspect: Double
  ) {
    usual = columns(for: isListed && !hasMore ? count : nil, in: area, cellAspect, hasCards)
    if fillingCount != nil { fillingCount = count }
    self.area = area
  }

  package mutating func zoom(by step: Int) { zoom += step }

  /// Drops steps of the zoom beyond the columns that fit.
  package mutating func limitZoom(to columns: Int) { zoom = usual - columns }

  package func layout(
    in area: CellSize, cellAspect: Double, hasHeadings: Bool = false, hasCaptions: Bool = true,
    hasCards: Bool = false
  ) -> GridLayout {
    GridLayout(
      area: area, columns: usual - zoom, cellAspect: cellAspect, hasHeadings: hasHeadings,
      hasCaptions: hasCaptions, hasCards: hasCards, count: fillingCount)
  }

  /// If all photos fit on one screen, the fewest columns that show all, which makes them largest.
  private func columns(
    for count: Int?, in area: CellSize, _ cellAspect: Double, _ hasCards: Bool
  ) -> Int {
    let usual = GridLayout.defaultColumns(width: area.columns)
    guard let count, count > 0 else { return usual }
    return GridLayout.columns(
      showingAll: count, in: area, cellAspect: cellAspect, hasCards: hasCards) ?? usual
  }
}

/// Maps entries to rows; each group begins a new row.
///
/// ```swift
/// let rows = GridRows(count: 9, columns: 4, groupStarts: [0, 5])   // 0 1 2 3 / 4 / 5 6 7 8
/// rows.row(of: 5)                                                  // 2
/// rows[1]                                                          // 4..<5
/// ```
package struct GridRows: Hashable, Sendable {
  package let count: Int
  package let columns: Int
  package let rowCount: Int
  /// Both ascend from zero; searched by halves.
  private let starts: [Int]
  private let startRows: [Int]

  /// Takes time linear in the number of groups; `groupStarts` ascends from 0 or is empty.
  package init(count: Int, columns: Int, groupStarts: [Int] = []) {
    self.count = count
    self.columns = columns
    starts = groupStarts.isEmpty ? [0] : groupStarts
    var (rows, startRows) = (0, [Int]())
    startRows.reserveCapacity(starts.count)
    for (start, end) in zip(starts, starts.dropFirst() + [count]) {
      startRows.append(rows)
      rows += (end - start + columns - 1) / columns
    }
    self.startRows = startRows
    rowCount = rows
  }

  package func row(of index: Int) -> Int {
    let group = group(of: index)
    return startRows[group] + (index - starts[group]) / columns
  }

  package func column(of index: Int) -> Int { (index - starts[group(of: index)]) % columns }

  package subscript(row: Int) -> Range<Int> {
    let group = max(0, startRows.partitioningIndex { $0 > row } - 1)
    let end = group + 1 < starts.count ? starts[group + 1] : count
    let first = min(starts[group] + (row - startRows[group]) * columns, end)
    return first..<min(first + columns, end)
  }

  package func group(of index: Int) -> Int { max(0, starts.partitioningIndex { $0 > index } - 1) }

  package func start(ofGroup group: Int) -> Int { starts[group] }

  package var groupCount: Int { starts.count }
}

/// The raw values are the names of the commands.
package enum GridMotion: String, CaseIterable, Sendable {
  case left, right, up, down, first, last
  case pageUp = "page-up"
  case pageDown = "page-down"
  case halfPageUp = "half-page-up"
  case halfPageDown = "half-page-down"

  /// Stops at the edges; the grid must not be empty. `times` is the count, at least 1; with `first`
  /// and `last`, the number of the photo. `page` is rows per screen, at least 1.
  package func destination(from index: Int, times: Int?, in rows: GridRows, page: Int) -> Int {
    let (steps, count) = (times ?? 1, rows.count)
    return switch self {
    case .left: max(0, index - steps)
    case .right: min(count - 1, index + steps)
    case .first: min(steps, count) - 1
    case .last: min(times ?? count, count) - 1
    default: Self.vertical(index, by: self.rows(times: steps, page: page) ?? 0, in: rows)
    }
  }

  /// The rows to move by, downward positive; nil for a motion within a row or to an end.
  package func rows(times: Int, page: Int) -> Int? {
    switch self {
    case .down: times
    case .up: -times
    case .pageDown: times * page
    case .pageUp: -times * page
    case .halfPageDown: times * max(1, page / 2)
    case .halfPageUp: -times * max(1, page / 2)
    case .left, .right, .first, .last: nil
    }
  }

  private static func vertical(_ index: Int, by steps: Int, in rows: GridRows) -> Int {
    let cells = rows[min(max(0, rows.row(of: index) + steps), rows.rowCount - 1)]
    return min(cells.lowerBound + rows.column(of: index), cells.upperBound - 1)
  }
}

/// The scale beside photos grouped by time.
///
/// ```
/// 2023│
///     │
///  Jul┃
/// 2024│
/// ```
package struct TimeScale: Hashable, Sendable {
  package struct Mark: Hashable, Sendable {
    package let line: Int
    /// The year, or the month with day 0, that begins there.
    package let time: Day
  }

  package static let columns = 5
  static let minWidth = 60
  private static let monthDistance = 3

  package var frame: Rect
  package let marks: [Mark]
  /// The lines of the visible photos; at least one.
  package let shown: Range<Int>

  package init(in frame: Rect, rows: GridRows, visible: Range<Int>, day: (Int) -> Day?) {
    let lines = frame.size.rows
    let (all, shownEnd) = (max(1, rows.rowCount), min(visible.upperBound, rows.rowCount))
    let first = min(visible.lowerBound * lines / all, lines - 1)
    let end = (shownEnd * lines + all - 1) / all
    self.frame = frame
    shown = first..<min(max(first + 1, end), lines)
    var marks: [Mark] = []
    var last: Day?
    for line in 0..<lines {
      guard let day = day(rows[Self.row(ofLine: line, of: rows, lines)].lowerBound) else {
        continue
      }
      defer { last = day }
      if day.year != last?.year {
        // A year replaces the month label above it.
        if let above = marks.last, above.time.month > 0, above.line == line - 1 {
          marks.removeLast()
        }
        marks.append(Mark(line: line, time: Day(day.year, 0, 0)))
      } else if day.month != last?.month,
        line - (marks.last?.line ?? 0) >= Self.monthDistance
      {
        marks.append(Mark(line: line, time: Day(day.year, day.month, 0)))
      }
    }
    self.marks = marks
  }

  static func row(ofLine line: Int, of rows: GridRows, _ lines: Int) -> Int {
    min(max(0, line), lines - 1) * rows.rowCount / max(1, lines)
  }
}
