import Caching
import Imaging
import Terminal

/// Draws how many entries have gone for which reason.
struct CacheLosses {
  let statistics: CacheStatistics

  private static let (labelColumns, columns) = (14, 11)

  func draw(into canvas: inout Canvas, _ room: Rect) {
    let lines = [
      ("gone by", Self.reasons, Theme.key),
      ("last minute", Self.numbers(statistics.lastMinute), Glyph.blank),
      ("since start", Self.numbers(statistics.sinceStart), Glyph.blank),
    ]
    for (line, row) in zip(lines, room.origin.row...) {
      canvas.draw(
        DisplayText(line.0), at: CellPoint(column: room.origin.column, row: row),
        columns: Self.labelColumns, look: line.2)
      for (text, place) in zip(line.1, 1...) {
        let text = DisplayText(text)
        let end = room.origin.column + Self.labelColumns + place * Self.columns
        canvas.draw(
          text, at: CellPoint(column: end - text.width, row: row), columns: Self.columns,
          look: line.2)
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
