import Base
import ExpiringCache
import Imaging
import Storage
import Terminal

struct TierTable {
  struct Line {
    /// All columns, or a name and a text in place of all others.
    let cells: [String]
    var part = Theme.Part.text
  }

  let lines: [Line]

  /// As in `drawRow`; the second column takes what is left.
  private static let widths = [-11, -23, 9, 9, 9, 7, 7]

  init(
    memory: MemoryList, measured: [StorageTier: TierUsage], holdings: PictureHoldings?,
    shared: String?, keys: BoundKeys
  ) {
    let hits = memory.statistics.sinceStart.hitPercent ?? ""
    var lines = [
      Line(cells: ["cached in", "what", "entries", "bytes", "limit", "hits", "empty"], part: .key),
      Self.line(
        "memory", "pictures ready to draw", memory.usage, hits: hits, key: keys[.emptyMemory]),
      Self.line(
        "thumbnails", "small pictures on disk", measured[.thumbnails], key: keys[.clearThumbnails]),
      Self.line(
        "responses", "web downloads on disk", measured[.responses], key: keys[.clearResponses]),
      Self.line("index", "facts of photos on disk", measured[.index]),
    ]
    // Its contents are unknown here, only what it served.
    if let shared { lines.append(Line(cells: ["shared", shared])) }
    // The terminal stores images that are not sent again.
    if let holdings {
      let usage = CacheUsage(cost: holdings.byteCount, count: holdings.count)
      let tier = TierUsage(usage, budget: holdings.budget)
      lines.append(Self.line("terminal", "pictures sent to it", tier))
    }
    lines += StorageTier.allCases.compactMap { tier in
      measured[tier]?.trouble.map { Line(cells: [tier.rawValue, $0], part: .failure) }
    }
    self.lines = lines
  }

  private static func line(
    _ name: String, _ what: String, _ tier: TierUsage?, hits: String = "", key: String = ""
  ) -> Line {
    guard let tier else { return Line(cells: [name, what, "…", "…", "", hits, key]) }
    let limit = tier.budget.map { "\(ByteCount($0))" } ?? ""
    return Line(
      cells: [
        name, what, tier.usage.count.grouped, "\(ByteCount(tier.usage.cost))", limit, hits, key,
      ])
  }

  /// Without space for all columns, leaves out first what is cached, then limit and hits.
  func canvas(columns: Int, _ styles: Styles) -> Canvas {
    var canvas = Canvas(size: CellSize(columns: columns, rows: lines.count))
    var widths = Self.widths
    func missing() -> Int { widths.reduce(-columns) { $0 + abs($1) } }
    widths[1] = missing() > 0 ? 0 : widths[1] + missing()
    if missing() > 0 { (widths[4], widths[5]) = (0, 0) }
    for (line, row) in zip(lines, 0...) {
      canvas.drawRow(
        line.cells.map { DisplayText($0) },
        widths: line.cells.count == 2 ? [widths[0], -columns - widths[0]] : widths, row: row,
        style: styles[line.part])
    }
    return canvas
  }
}

extension Canvas {
  /// Draws a row of a table; a negative width, in character cells, is of a left-aligned column.
  mutating func drawRow(_ cells: [DisplayText], widths: [Int], row: Int, style: Glyph) {
    var start = 0
    for (cell, width) in zip(cells, widths) {
      let text = cell.truncated(to: abs(width))
      draw(
        text, column: width < 0 ? start : start + width - text.width, row: row,
        columns: abs(width), style: style)
      start += abs(width)
    }
  }
}

extension CacheCounts {
  var hitPercent: String? { hitRatio.map { "\(Int(($0 * 100).rounded(.down))) %" } }
}
