import Base
import Photos
import TestSupport
import Testing

@Suite("Rows of photos")
struct GridRowsTests {
  @Test(
    arguments: [
      (0, [], []), (3, [], [0..<3]), (9, [], [0..<4, 4..<8, 8..<9]),
      (9, [0, 5], [0..<4, 4..<5, 5..<9]), (9, [0, 1, 2], [0..<1, 1..<2, 2..<6, 6..<9]),
      (4, [0, 4 - 1], [0..<3, 3..<4]), (8, [0, 4], [0..<4, 4..<8]),
    ] as [(Int, [Int], [Range<Int>])])
  func `a group begins a new row`(count: Int, starts: [Int], rows: [Range<Int>]) {
    let all = GridRows(count: count, columns: 4, groupStarts: starts)
    #expect(all.rowCount == rows.count)
    #expect((0..<rows.count).map { all[$0] } == rows)
    #expect(all[rows.count].isEmpty)
  }

  /// Compared with rows that are filled photo by photo.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `rows, columns and groups agree with a plain model`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let count = Int.random(in: 1...60, using: &random)
      let columns = Int.random(in: 1...7, using: &random)
      let starts = (0..<count).filter { $0 == 0 || Int.random(in: 0..<5, using: &random) == 0 }
      let rows = GridRows(count: count, columns: columns, groupStarts: starts)
      var (row, column, group) = (-1, columns, -1)
      for index in 0..<count {
        if starts.contains(index) { (column, group) = (columns, group + 1) }
        if column == columns { (row, column) = (row + 1, 0) }
        #expect(rows.row(of: index) == row && rows.column(of: index) == column)
        #expect(rows.group(of: index) == group && rows[row].contains(index))
        column += 1
      }
      #expect(rows.rowCount == row + 1 && rows.groupCount == starts.count)
    }
  }

  @Test(
    arguments: [
      (.down, 1, 4), (.down, 2, 4), (.down, 4, 5), (.up, 7, 4), (.up, 8, 4), (.up, 4, 0),
      (.down, 8, 8), (.pageDown, 0, 5), (.pageUp, 8, 3), (.halfPageDown, 0, 4),
    ] as [(GridMotion, Int, Int)])
  func `motions by rows pass through short rows`(motion: GridMotion, from: Int, to: Int) {
    let rows = GridRows(count: 9, columns: 4, groupStarts: [0, 5])
    #expect(motion.destination(from: from, times: nil, in: rows, page: 2) == to)
  }
}
