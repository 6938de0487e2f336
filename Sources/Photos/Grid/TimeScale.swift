import Catalogs
package import Imaging

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

  /// Four for a year, one for the bar.
  package static let columns = 5
  static let leastWidth = 60
  private static let monthDistance = 3

  package let frame: Rect
  package let marks: [Mark]
  /// The lines of the visible photos; at least one.
  package let shown: Range<Int>

  init(in frame: Rect, rows: GridRows, visible: Range<Int>, day: (Int) -> Day?) {
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

extension GridViewModel {
  /// Nil if photos are not grouped by time, fit on one screen, or the grid is too narrow.
  package var timeScale: TimeScale? {
    guard layout.area.columns < area.columns, let times else { return nil }
    let rows = rows
    let frame = Rect(
      column: layout.area.columns, row: 0, columns: TimeScale.columns, rows: area.rows)
    let top = selection.firstRow
    return TimeScale(in: frame, rows: rows, visible: top..<top + layout.wholeRows, day: times)
  }

  /// The day, month or year of a photo; nil if photos are not in order of time.
  var times: ((Int) -> Day?)? {
    let (arrangement, groups) = (arrangement, arrangement.groups)
    if case .date = groups.first?.title {
      let rows = rows
      return { index in
        let group = rows.group(of: index) - (arrangement.hasFolderGroup ? 1 : 0)
        guard groups.indices.contains(group), case .date(let day) = groups[group].title else {
          return nil
        }
        return day
      }
    }
    guard let paged = arrangement.listing.paged, isInOrderOfPages, paged.order == .latestTaken
    else { return nil }
    return { index in
      guard arrangement.photoIndices.contains(index) else { return nil }
      return paged.pages[paged.page(of: arrangement.position(at: index))].day
    }
  }

  /// Goes to the photos at a line; a label leads to the first photo of its group.
  package func go(byScaleAt point: CellPoint) -> Bool {
    guard let scale = timeScale, scale.frame.contains(point) else { return false }
    let rows = rows
    let index = rows[TimeScale.row(ofLine: point.row, of: rows, scale.frame.size.rows)].lowerBound
    let isLabelled = scale.marks.contains { $0.line == point.row }
    select(isLabelled ? start(ofTimeAt: index, in: rows) : index)
    return true
  }

  private func start(ofTimeAt index: Int, in rows: GridRows) -> Int {
    guard arrangement.groups.isEmpty, let paged = arrangement.listing.paged else {
      return rows.start(ofGroup: rows.group(of: index))
    }
    let page = paged.ranks(of: paged.page(of: arrangement.position(at: index)))
    let ends = [page.lowerBound, page.upperBound - 1].compactMap {
      arrangement.index(of: paged.id(at: $0), near: index)
    }
    return ends.min() ?? index
  }
}
