import Imaging

/// Where several photos lie beside one another, in equal frames.
struct PaneLayout {
  /// The photos in each row.
  let columns: Int
  let rows: Int
  private let area: CellSize
  private let count: Int

  /// The most photos that can be told apart on one screen.
  static let limit = 4

  /// Lays photos out so that those of the usual shape become as large as possible.
  /// - Parameters:
  ///   - count: How many, at least 1.
  ///   - area: The room for all of them, in character cells.
  ///   - cellAspect: The height of a character cell for a width of 1.
  init(_ count: Int, in area: CellSize, cellAspect: Double) {
    self.area = area
    self.count = count
    func side(_ columns: Int) -> Double {
      let rows = (count + columns - 1) / columns
      let width = Double(area.columns) / Double(columns)
      let height = Double(area.rows) / Double(rows) * cellAspect
      return min(width / Self.usualShape, height)
    }
    let best = (1...count).max { side($0) < side($1) } ?? 1
    columns = best
    rows = (count + best - 1) / best
  }

  /// Width for a height of 1, as of most cameras.
  private static let usualShape = 1.5

  /// The frame of each photo, a column apart from the one beside it; no side below 1.
  var frames: [Rect] {
    (0..<count).map { index in
      let across = share(of: area.columns, index % columns, of: columns, gap: 1)
      let down = share(of: area.rows, index / columns, of: rows, gap: 0)
      return Rect(
        column: across.lowerBound, row: down.lowerBound, columns: across.count, rows: down.count)
    }
  }

  private func share(of length: Int, _ index: Int, of count: Int, gap: Int) -> Range<Int> {
    let all = length + gap
    let start = min(all * index / count, length - 1)
    return start..<max(start + 1, all * (index + 1) / count - gap)
  }
}
