import Base
import ExpiringCache
import Imaging
import Photos
import Storage
import Terminal

/// Draws the entries that expire next: cell size, bytes and remaining time.
struct CacheList {
  let panel: CachePanel
  let styles: Styles

  /// Widths of the columns after the name, in character cells.
  private static let widths = [9, 10, 13, 11]

  func draw(into canvas: inout Canvas, _ room: Rect) {
    guard room.size.rows > 0 else { return }
    let heading = ["size", "bytes", "expires in", ""]
    drawLine(DisplayText("next to expire"), heading, into: &canvas, room, 0, styles[.key])
    let shown = panel.pictures.dropFirst(panel.firstShown).prefix(room.size.rows - 1)
    for (picture, line) in zip(shown, 1...) {
      let isSelected = panel.firstShown + line - 1 == panel.selection
      let style = styles[isSelected ? .selectedName : .name]
      let place = Rect(
        column: room.origin.column, row: room.origin.row + line, columns: room.size.columns, rows: 1
      )
      canvas.fill(place, with: style)
      drawLine(
        DisplayText(sanitising: picture.name), facts(of: picture), into: &canvas, room, line, style)
    }
  }

  private func facts(of picture: CachedPicture) -> [String] {
    [
      "\(picture.room)", picture.isDiscarded ? "given up" : "\(ByteCount(picture.byteCount))",
      picture.timeLeft.map { "\(TimeLeft($0))" } ?? "never",
      picture.isOnScreen ? "on screen" : "",
    ]
  }

  private func drawLine(
    _ name: DisplayText, _ facts: [String], into canvas: inout Canvas, _ room: Rect, _ line: Int,
    _ style: Glyph
  ) {
    let row = room.origin.row + line
    let nameColumns = room.size.columns - Self.widths.reduce(0, +) - 1
    canvas.draw(
      name, at: CellPoint(column: room.origin.column, row: row), columns: nameColumns, style: style)
    var end = room.origin.column + nameColumns + 1
    for (fact, width) in zip(facts, Self.widths) {
      let text = DisplayText(fact)
      end += width
      canvas.draw(
        text, at: CellPoint(column: end - text.width, row: row), columns: width, style: style)
    }
  }
}

struct CacheLosses {
  let statistics: CacheStatistics
  let styles: Styles

  private static let (labelColumns, columns) = (14, 11)

  func draw(into canvas: inout Canvas, _ room: Rect) {
    let lines = [
      ("gone by", Self.reasons, styles[.key]),
      ("last minute", Self.numbers(statistics.lastMinute), styles[.text]),
      ("since start", Self.numbers(statistics.sinceStart), styles[.text]),
    ]
    for (line, row) in zip(lines, room.origin.row...) {
      canvas.draw(
        DisplayText(line.0), at: CellPoint(column: room.origin.column, row: row),
        columns: Self.labelColumns, style: line.2)
      for (text, place) in zip(line.1, 1...) {
        let text = DisplayText(text)
        let end = room.origin.column + Self.labelColumns + place * Self.columns
        canvas.draw(
          text, at: CellPoint(column: end - text.width, row: row), columns: Self.columns,
          style: line.2)
      }
    }
  }

  private static let reasons = ["cost", "count", "pressure", "expired", "discarded"]

  private static func numbers(_ counts: CacheCounts) -> [String] {
    [
      counts.evictedByCost, counts.evictedByCount, counts.evictedByPressure, counts.expired,
      counts.discarded,
    ].map(String.init)
  }
}

struct TierTable {
  let tiers: [StorageTier: TierUsage]
  let holdings: PictureHoldings?
  let shared: DisplayText?
  let styles: Styles

  private static let (labelColumns, columns) = (14, 11)

  func draw(into canvas: inout Canvas, _ room: Rect) {
    let heading = [("kept in", ["entries", "bytes", "budget"])]
    let lines =
      heading + terminalLine + StorageTier.allCases.map { line($0.rawValue, tiers[$0]) }
    for (line, row) in zip(lines, room.rows) {
      let style = styles[row == room.origin.row ? .key : .text]
      canvas.draw(
        DisplayText(line.0), at: CellPoint(column: room.origin.column, row: row),
        columns: Self.labelColumns, style: style)
      for (text, place) in zip(line.1, 1...) {
        let text = DisplayText(text)
        let end = room.origin.column + Self.labelColumns + place * Self.columns
        canvas.draw(
          text, at: CellPoint(column: end - text.width, row: row), columns: Self.columns,
          style: style
        )
      }
      drawTrouble(of: line.0, into: &canvas, room, row: row)
    }
    drawShared(into: &canvas, room, row: room.origin.row + lines.count)
  }

  /// Only what the shared tier served is shown, as its contents are unknown here.
  private func drawShared(into canvas: inout Canvas, _ room: Rect, row: Int) {
    guard let shared, room.rows.contains(row) else { return }
    canvas.draw(
      DisplayText("shared"), at: CellPoint(column: room.origin.column, row: row),
      columns: Self.labelColumns, style: styles[.text])
    canvas.draw(
      shared, at: CellPoint(column: room.origin.column + Self.labelColumns, row: row),
      columns: room.size.columns - Self.labelColumns, style: styles[.text])
  }

  /// The terminal is the first tier: images it stores are not sent again.
  private var terminalLine: [(String, [String])] {
    guard let holdings else { return [] }
    let usage = CacheUsage(cost: holdings.byteCount, count: holdings.count)
    return [line("terminal", TierUsage(usage, budget: holdings.budget))]
  }

  private func line(_ name: String, _ held: TierUsage?) -> (String, [String]) {
    guard let held else { return (name, ["…", "…", ""]) }
    return (
      name,
      [
        "\(held.usage.count)", "\(ByteCount(held.usage.cost))",
        held.budget.map { "\(ByteCount($0))" } ?? "",
      ]
    )
  }

  private func drawTrouble(of name: String, into canvas: inout Canvas, _ room: Rect, row: Int) {
    guard let tier = StorageTier(rawValue: name), let trouble = tiers[tier]?.trouble else { return }
    let start = Self.labelColumns + 3 * Self.columns + 2
    canvas.draw(
      DisplayText(trouble), at: CellPoint(column: room.origin.column + start, row: row),
      columns: room.size.columns - start, style: styles[.failure])
  }
}
