import Imaging

struct PaneLayout {
  let columns: Int
  let rows: Int
  private let area: CellSize
  private let count: Int

  /// The most photos that are distinguishable on one screen.
  static let limit = 4

  /// Maximizes photos of the usual aspect ratio. `count` is at least 1, `area` in character cells,
  /// `cellAspect` width over height of a cell.
  init(_ count: Int, in area: CellSize, cellAspect: Double, hasCaptions: Bool = false) {
    self.area = area
    self.count = count
    func side(_ columns: Int) -> Double {
      let rows = (count + columns - 1) / columns
      let width = Double(area.columns) / Double(columns)
      let height = (Double(area.rows) / Double(rows) - (hasCaptions ? 1 : 0)) / cellAspect
      return min(width / Self.usualShape, height)
    }
    let best = (1...count).max { side($0) < side($1) } ?? 1
    columns = best
    rows = (count + best - 1) / best
  }

  /// Width over height, as of most cameras.
  private static let usualShape = 1.5

  /// Neighbors are one column apart; no side is below 1.
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
