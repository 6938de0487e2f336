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
    let group = Self.last(in: startRows, notAbove: row)
    let end = group + 1 < starts.count ? starts[group + 1] : count
    let first = min(starts[group] + (row - startRows[group]) * columns, end)
    return first..<min(first + columns, end)
  }

  package func group(of index: Int) -> Int { Self.last(in: starts, notAbove: index) }

  package func start(ofGroup group: Int) -> Int { starts[group] }

  package var groupCount: Int { starts.count }

  /// Binary search: the last index whose number is at most `number`; `numbers` ascend from zero.
  private static func last(in numbers: [Int], notAbove number: Int) -> Int {
    var (low, high) = (0, numbers.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if numbers[middle] <= number { low = middle } else { high = middle }
    }
    return low
  }
}

package enum GridMotion: CaseIterable, Hashable, Sendable {
  case left
  case right
  case up
  case down
  case pageUp
  case pageDown
  case halfPageUp
  case halfPageDown
  case first
  case last

  /// Stops at the edges; the grid must not be empty. `times` is the count, at least 1; with `first`
  /// and `last`, the number of the photo. `page` is rows per screen, at least 1.
  func destination(from index: Int, times: Int?, in rows: GridRows, page: Int) -> Int {
    let (steps, count) = (times ?? 1, rows.count)
    return switch self {
    case .left: max(0, index - steps)
    case .right: min(count - 1, index + steps)
    case .up: Self.vertical(index, by: -steps, in: rows)
    case .down: Self.vertical(index, by: steps, in: rows)
    case .pageUp: Self.vertical(index, by: -steps * page, in: rows)
    case .pageDown: Self.vertical(index, by: steps * page, in: rows)
    case .halfPageUp: Self.vertical(index, by: -steps * max(1, page / 2), in: rows)
    case .halfPageDown: Self.vertical(index, by: steps * max(1, page / 2), in: rows)
    case .first: min(steps, count) - 1
    case .last: min(times ?? count, count) - 1
    }
  }

  private static func vertical(_ index: Int, by steps: Int, in rows: GridRows) -> Int {
    let cells = rows[min(max(0, rows.row(of: index) + steps), rows.rowCount - 1)]
    return min(cells.lowerBound + rows.column(of: index), cells.upperBound - 1)
  }
}
