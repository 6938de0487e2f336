import Base
import ExpiringCache
import Imaging
import Photos
import Storage
import Terminal

struct CacheDetails {
  let list: MemoryList
  let scale: BlockScale
  let size: CellSize

  private static let (barRows, lossRows, minListRows) = (2, 3, 4)
  private static let labelColumns = 8

  private var statistics: CacheStatistics { list.statistics }
  private var gap: Int { size.rows >= 29 ? 1 : 0 }

  private var curveRows: Int {
    let spare = size.rows - Self.barRows - Self.lossRows - Self.minListRows - 3 * gap
    return spare >= 18 ? 9 : spare >= 5 ? 5 : 0
  }

  private var curveRow: Int { Self.barRows + gap }
  private var lossRow: Int { curveRow + curveRows + gap }

  var firstListedRow: Int { lossRow + Self.lossRows + gap + 1 }

  var listedRows: Int { max(0, size.rows - firstListedRow) }

  func canvas(_ styles: Styles) -> Canvas {
    var canvas = Canvas(size: size)
    let (usage, limits) = (statistics.usage, statistics.limits)
    let share = limits.cost > 0 ? Double(usage.cost) / Double(limits.cost) : 0
    drawBar("budget", share, budget, row: 0, into: &canvas, styles)
    drawBar("hits", statistics.lastMinute.hitRatio ?? 0, hits, row: 1, into: &canvas, styles)
    if curveRows > 0 { drawCurve(into: &canvas, styles) }
    drawLosses(into: &canvas, styles)
    drawList(into: &canvas, styles)
    return canvas
  }

  private func drawBar(
    _ label: String, _ share: Double, _ text: String, row: Int, into canvas: inout Canvas,
    _ styles: Styles
  ) {
    let columns = size.columns / 4
    canvas.draw(
      DisplayText(label), column: 0, row: row, columns: Self.labelColumns, style: styles[.key])
    for (scalar, column) in zip(scale.across(share, columns: columns), Self.labelColumns...) {
      let glyph = scalar == " " ? styles[.emptyBar, "·"] : styles[.bar, scalar]
      canvas.fill(Rect(column: column, row: row, columns: 1, rows: 1), with: glyph)
    }
    let start = Self.labelColumns + columns + 2
    canvas.draw(DisplayText(text), column: start, row: row, style: styles[.text])
  }

  private var budget: String {
    let (usage, limits) = (statistics.usage, statistics.limits)
    guard limits.count > 0, limits.cost > 0 else { return "nothing is cached" }
    let entries = usage.count == 1 ? "1 entry" : "\(usage.count) entries"
    return "\(ByteCount(usage.cost)) of \(ByteCount(limits.cost))  \(entries), "
      + "\(statistics.pinned.count) on screen"
  }

  private var hits: String {
    let (minute, all) = (statistics.lastMinute, statistics.sinceStart)
    return "\(Self.hits(minute)) last minute, \(Self.hits(all)) in all"
  }

  private static func hits(_ counts: CacheCounts) -> String {
    counts.hitPercent.map { "\($0) of \(counts.hits + counts.misses)" } ?? "no requests"
  }

  private func drawCurve(into canvas: inout Canvas, _ styles: Styles) {
    let (left, height) = (Self.labelColumns, curveRows - 1)
    let seconds = statistics.lastMinuteBySecond.suffix(max(0, size.columns - left))
    let below = curveRow + height
    for (text, column, row) in [
      ("100 %", 0, curveRow), ("0 %", 0, below - 1), ("\(seconds.count) s ago", left, below),
      ("now", left + seconds.count - 3, below),
    ] {
      canvas.draw(DisplayText(text), column: column, row: row, style: styles[.quiet])
    }
    canvas.fill(
      Rect(column: left - 1, row: curveRow, columns: 1, rows: height), with: styles[.border, "│"])
    for (counts, column) in zip(seconds, left...) {
      guard let ratio = counts.hitRatio else { continue }
      for (scalar, up) in zip(scale.upward(ratio, rows: height), 1...) where scalar != " " {
        let place = Rect(column: column, row: below - up, columns: 1, rows: 1)
        canvas.fill(place, with: styles[.bar, scalar])
      }
    }
  }

  private func drawLosses(into canvas: inout Canvas, _ styles: Styles) {
    func numbers(_ counts: CacheCounts) -> [String] {
      [
        counts.evictedByCost, counts.evictedByCount, counts.evictedByPressure, counts.expired,
        counts.discarded,
      ].map(String.init)
    }
    let lines = [
      ["evicted", "too large", "too many", "low memory", "expired", "cleared"],
      ["last minute"] + numbers(statistics.lastMinute),
      ["since start"] + numbers(statistics.sinceStart),
    ]
    for (line, row) in zip(lines, lossRow...) {
      canvas.drawRow(
        line.map { DisplayText($0) }, widths: [-14, 11, 11, 11, 11, 11], row: row,
        style: styles[row == lossRow ? .key : .text])
    }
  }

  private func drawList(into canvas: inout Canvas, _ styles: Styles) {
    let widths = [-max(0, size.columns - 44), 10, 10, 13, 11]
    let heading = ["next to expire", "size", "bytes", "expires in", ""]
    canvas.drawRow(
      heading.map { DisplayText($0) }, widths: widths, row: firstListedRow - 1, style: styles[.key])
    let shown = list.pictures.dropFirst(list.firstShown).prefix(listedRows)
    for (picture, index) in zip(shown, list.firstShown...) {
      let style = styles[index == list.selection ? .selectedName : .name]
      let row = firstListedRow + index - list.firstShown
      canvas.fill(Rect(column: 0, row: row, columns: size.columns, rows: 1), with: style)
      let facts = [
        "\(picture.room)", picture.isDiscarded ? "cleared" : "\(ByteCount(picture.cost))",
        picture.timeLeft?.wholeText ?? "never", picture.isPinned ? "on screen" : "",
      ]
      canvas.drawRow(
        [DisplayText(sanitising: picture.name)] + facts.map { DisplayText($0) },
        widths: widths, row: row, style: style)
    }
  }
}

struct BlockScale {
  /// Whether characters can be filled in eighths; otherwise in halves, as in console fonts.
  let isFine: Bool

  init(symbols: SymbolSet) {
    isFine = symbols == .quadrants || symbols == .sextants
  }

  /// Filled from the left to a share in 0...1.
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

  /// A block filled from below by 0 to 8 eighths, or the nearest one the font has.
  func block(_ eighths: Int) -> Unicode.Scalar {
    let eighths = min(max(0, eighths), 8)
    let shown = UInt32(isFine ? eighths : eighths == 0 ? 0 : eighths > 5 ? 8 : 4)
    return Self.scalar(0x2580 + shown, shown)
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

struct TierTable {
  struct Line {
    /// All columns, or a name and a text in place of all others.
    let cells: [String]
    var part = Theme.Part.text
  }

  let lines: [Line]

  /// As in `drawRow`; the second column takes the rest.
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
    return Line(cells: [
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
