import Caching
import Imaging
import Terminal
import Values

/// Draws how much of the budget is used, and how many of those who asked were served.
struct CacheBars {
  let statistics: CacheStatistics
  let scale: BlockScale

  /// The room for the labels at the left of the panel, in character cells.
  static let labelColumns = 8

  func draw(into canvas: inout Canvas, _ room: Rect) {
    draw("budget", budgetShare, budget, into: &canvas, room, row: room.origin.row)
    draw(
      "hits", statistics.lastMinute.hitRatio ?? 0, hits, into: &canvas, room,
      row: room.origin.row + 1)
  }

  private func draw(
    _ label: String, _ share: Double, _ text: String, into canvas: inout Canvas, _ room: Rect,
    row: Int
  ) {
    let columns = room.size.columns / 4
    let left = room.origin.column
    canvas.draw(
      DisplayText(label), at: CellPoint(column: left, row: row), columns: Self.labelColumns,
      look: Theme.key)
    for (scalar, column) in zip(
      scale.across(share, columns: columns), (left + Self.labelColumns)...)
    {
      let glyph = scalar == " " ? Theme.emptyBar : Theme.bar(scalar)
      canvas.fill(Rect(column: column, row: row, columns: 1, rows: 1), with: glyph)
    }
    let start = Self.labelColumns + columns + 2
    canvas.draw(
      DisplayText(text), at: CellPoint(column: left + start, row: row),
      columns: room.size.columns - start)
  }

  private var budgetShare: Double {
    statistics.limits.cost > 0
      ? Double(statistics.usage.cost) / Double(statistics.limits.cost) : 0
  }

  private var budget: String {
    let (usage, limits) = (statistics.usage, statistics.limits)
    guard limits.count > 0, limits.cost > 0 else { return "nothing is kept" }
    let entries = usage.count == 1 ? "1 entry" : "\(usage.count) entries"
    return "\(ByteCount(usage.cost)) of \(ByteCount(limits.cost))  \(entries), "
      + "\(statistics.pinned.count) on screen"
  }

  private var hits: String {
    "\(Self.percent(statistics.lastMinute)) last minute, "
      + "\(Self.percent(statistics.sinceStart)) in all"
  }

  private static func percent(_ counts: CacheCounts) -> String {
    guard let ratio = counts.hitRatio else { return "none asked" }
    return "\(Int((ratio * 100).rounded(.down))) % of \(counts.hits + counts.misses)"
  }
}
