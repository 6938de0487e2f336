import Imaging
import Photos
import Testing

@Suite("Time scale")
struct TimeScaleTests {
  /// One photo per row, in groups of the given sizes.
  private func scale(
    _ groups: [(Day?, Int)], lines: Int, visible: Range<Int> = 0..<1
  ) -> TimeScale {
    var starts: [Int] = []
    var count = 0
    for group in groups {
      starts.append(count)
      count += group.1
    }
    let rows = GridRows(count: count, columns: 1, groupStarts: starts)
    return TimeScale(
      in: Rect(column: 80, row: 0, columns: 5, rows: lines), rows: rows, visible: visible
    ) { groups[rows.group(of: $0)].0 }
  }

  private func words(_ scale: TimeScale) -> [String] {
    scale.marks.map {
      "\($0.line) \($0.time.year)" + ($0.time.month > 0 ? "-\($0.time.month)" : "")
    }
  }

  @Test func `every year is labelled at its beginning, and months if there is room`() {
    let months = [1, 4, 5, 9].map { (Day(2023, $0, 0), 25) } + [(Day(2024, 2, 0), 100)]
    #expect(words(scale(months, lines: 20)) == ["0 2023", "3 2023-4", "8 2023-9", "10 2024"])
  }

  @Test func `a year replaces the label of the month above it`() {
    let months = [(1, 80), (12, 20)].map { (Day(2023, $0.0, 0), $0.1) } + [(Day(2024, 1, 0), 100)]
    #expect(words(scale(months, lines: 10)) == ["0 2023", "5 2024"])
    #expect(words(scale(months, lines: 20)) == ["0 2023", "8 2023-12", "10 2024"])
  }

  @Test func `years in one line share a label`() {
    let years = (2000..<2100).map { (Day($0, 0, 0) as Day?, 1) }
    #expect(words(scale(years, lines: 4)) == ["0 2000", "1 2025", "2 2050", "3 2075"])
  }

  @Test func `a group without a date has no label`() {
    #expect(words(scale([(Day(2024, 3, 7), 5), (nil, 5)], lines: 10)) == ["0 2024"])
    #expect(words(scale([(nil, 5)], lines: 10)) == [])
  }

  @Test(
    arguments: [
      (0..<10, 0..<1), (10..<20, 1..<2), (90..<100, 9..<10), (95..<105, 9..<10), (0..<100, 0..<10),
      (0..<1, 0..<1), (99..<100, 9..<10), (45..<65, 4..<7),
    ])
  func `the visible rows are shown as lines of the scale`(rows: Range<Int>, lines: Range<Int>) {
    let scale = scale([(Day(2024, 0, 0), 100)], lines: 10, visible: rows)
    #expect(scale.shown == lines)
  }

  @Test func `fewer rows than lines are spread over all lines`() {
    let scale = scale([(Day(2023, 0, 0), 2), (Day(2024, 0, 0), 1)], lines: 30, visible: 1..<2)
    #expect(words(scale) == ["0 2023", "20 2024"])
    #expect(scale.shown == 10..<20)
  }
}
