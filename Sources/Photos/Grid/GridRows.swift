/// How photos stand in rows: one after another, and those of a group begin a row of their own.
///
/// ```swift
/// let rows = GridRows(count: 9, columns: 4, groupStarts: [0, 5])   // 0 1 2 3 / 4 / 5 6 7 8
/// rows.row(of: 5)                                                  // 2
/// rows[1]                                                          // 4..<5
/// ```
package struct GridRows: Hashable, Sendable {
  /// How many photos there are.
  package let count: Int
  /// The photos in a full row.
  package let columns: Int
  /// How many rows there are.
  package let rowCount: Int
  /// Where each group begins; one group where photos are in none.
  private let starts: [Int]
  /// The row in which each of them begins.
  private let startRows: [Int]

  /// Puts photos into rows; takes as long as there are groups.
  /// - Parameters:
  ///   - count: How many photos there are.
  ///   - columns: The photos in a full row, at least 1.
  ///   - groupStarts: The first photo of each group, ascending from 0; empty where photos are in none.
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

  /// The row in which a photo stands, from 0.
  package func row(of index: Int) -> Int {
    let group = group(of: index)
    return startRows[group] + (index - starts[group]) / columns
  }

  /// Where in its row a photo stands, from 0.
  package func column(of index: Int) -> Int { (index - starts[group(of: index)]) % columns }

  /// The photos of a row; none behind the last.
  package subscript(row: Int) -> Range<Int> {
    let group = Self.last(in: startRows, notAbove: row)
    let end = group + 1 < starts.count ? starts[group + 1] : count
    let first = min(starts[group] + (row - startRows[group]) * columns, end)
    return first..<min(first + columns, end)
  }

  /// The group of a photo, from 0.
  package func group(of index: Int) -> Int { Self.last(in: starts, notAbove: index) }

  /// The first photo of a group.
  package func start(ofGroup group: Int) -> Int { starts[group] }

  /// How many groups there are; one where photos are in none.
  package var groupCount: Int { starts.count }

  /// Where the last number stands that is not above another, in numbers that ascend from zero.
  private static func last(in numbers: [Int], notAbove number: Int) -> Int {
    var (low, high) = (0, numbers.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if numbers[middle] <= number { low = middle } else { high = middle }
    }
    return low
  }
}

extension Arrangement {
  /// How the entries stand in rows of so many; where photos are in groups, folders begin with a row of their
  /// own as well.
  func rows(in layout: GridLayout) -> GridRows {
    GridRows(
      count: count, columns: layout.columns,
      groupStarts: (hasFolderGroup ? [0] : []) + groups.map(\.start))
  }

  /// Whether folders stand before the first group of photos.
  var hasFolderGroup: Bool { !folders.isEmpty && !groups.isEmpty }
}
