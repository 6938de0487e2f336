import Base
import ExpiringCache
import Imaging
import Terminal

struct CacheBars {
  let statistics: CacheStatistics
  let scale: BlockScale
  let styles: Styles

  /// Width of the labels on the left, in character cells.
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
      style: styles[.key])
    for (scalar, column) in zip(
      scale.across(share, columns: columns), (left + Self.labelColumns)...)
    {
      let glyph = scalar == " " ? styles[.emptyBar, "·"] : styles[.bar, scalar]
      canvas.fill(Rect(column: column, row: row, columns: 1, rows: 1), with: glyph)
    }
    let start = Self.labelColumns + columns + 2
    canvas.draw(
      DisplayText(text), at: CellPoint(column: left + start, row: row),
      columns: room.size.columns - start, style: styles[.text])
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

/// Draws the hit rate of each second of the last minute; seconds without requests stay empty.
struct CacheCurve {
  let seconds: [CacheCounts]
  let scale: BlockScale
  let styles: Styles

  func draw(into canvas: inout Canvas, _ room: Rect) {
    guard room.size.rows > 1 else { return }
    let height = room.size.rows - 1
    drawAxes(into: &canvas, room, height)
    for (counts, column) in zip(seconds.suffix(columns(in: room)), left(of: room)...) {
      guard let ratio = counts.hitRatio else { continue }
      for (scalar, up) in zip(scale.upward(ratio, rows: height), 1...) where scalar != " " {
        let place = Rect(column: column, row: room.origin.row + height - up, columns: 1, rows: 1)
        canvas.fill(place, with: styles[.bar, scalar])
      }
    }
  }

  private func left(of room: Rect) -> Int { room.origin.column + CacheBars.labelColumns }

  private func columns(in room: Rect) -> Int {
    max(0, min(seconds.count, room.size.columns - CacheBars.labelColumns))
  }

  private func drawAxes(into canvas: inout Canvas, _ room: Rect, _ height: Int) {
    let below = room.origin.row + height
    let labels = [
      ("100 %", room.origin.column, room.origin.row), ("0 %", room.origin.column, below - 1),
      ("\(columns(in: room)) s ago", left(of: room), below),
      ("now", left(of: room) + columns(in: room) - 3, below),
    ]
    for (text, column, row) in labels {
      canvas.draw(
        DisplayText(text), at: CellPoint(column: column, row: row), columns: room.size.columns,
        style: styles[.quiet])
    }
    let edge = Rect(column: left(of: room) - 1, row: room.origin.row, columns: 1, rows: height)
    canvas.fill(edge, with: styles[.border, "│"])
  }
}

/// The block characters that bars and curves are drawn with.
struct BlockScale {
  /// Whether characters can be filled in eighths; otherwise in halves, as console fonts have
  /// nothing finer.
  let isFine: Bool

  init(symbols: SymbolSet) {
    isFine = symbols == .quadrants || symbols == .sextants
  }

  /// A horizontal bar, filled from the left to a share in 0...1.
  func across(_ share: Double, columns: Int) -> [Unicode.Scalar] {
    steps(share, columns).map { Self.scalar(0x2590 - $0, $0) }
  }

  /// A vertical bar, lowest row first, filled to a share in 0...1.
  ///
  /// A share of zero still draws a base line, so that it differs from no bar.
  func upward(_ share: Double, rows: Int) -> [Unicode.Scalar] {
    var bar = steps(share, rows).map { Self.scalar(0x2580 + $0, $0) }
    if bar.first == " " { bar[0] = isFine ? "▁" : "_" }
    return bar
  }

  private func steps(_ share: Double, _ length: Int) -> [UInt32] {
    let step = isFine ? 1 : 4
    let most = Double(length * 8 / step)
    let rounded = Int((min(max(share, 0), 1) * most).rounded())
    let filled = (share > 0 ? max(1, rounded) : 0) * step
    return (0..<max(0, length)).map { UInt32(min(max(filled - $0 * 8, 0), 8)) }
  }

  private static func scalar(_ value: UInt32, _ eighths: UInt32) -> Unicode.Scalar {
    eighths == 0 ? " " : Unicode.Scalar(value) ?? " "
  }
}
