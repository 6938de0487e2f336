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
  static let minWidth = 60
  private static let monthDistance = 3

  package var frame: Rect
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
