import Caching
import Imaging
import Terminal
import Tiers
import Values

/// Draws a line for each tier: its entries, its bytes and what it may hold.
struct TierTable {
  let tiers: [StorageTier: TierUsage]

  private static let (labelColumns, columns) = (14, 11)

  func draw(into canvas: inout Canvas, _ room: Rect) {
    let lines = [("kept in", ["entries", "bytes", "budget"])] + StorageTier.allCases.map(line)
    for (line, row) in zip(lines, room.rows) {
      let look = row == room.origin.row ? Theme.key : Glyph.blank
      canvas.draw(
        DisplayText(line.0), at: CellPoint(column: room.origin.column, row: row),
        columns: Self.labelColumns, look: look)
      for (text, place) in zip(line.1, 1...) {
        let text = DisplayText(text)
        let end = room.origin.column + Self.labelColumns + place * Self.columns
        canvas.draw(
          text, at: CellPoint(column: end - text.width, row: row), columns: Self.columns, look: look
        )
      }
      drawTrouble(of: line.0, into: &canvas, room, row: row)
    }
  }

  private func line(for tier: StorageTier) -> (String, [String]) {
    guard let held = tiers[tier] else { return (tier.rawValue, ["…", "…", ""]) }
    return (
      tier.rawValue,
      [
        "\(held.usage.count)", "\(ByteCount(held.usage.cost))",
        held.budget.map { "\(ByteCount($0))" } ?? "",
      ]
    )
  }

  /// Says behind the numbers why a tier is not what it should be.
  private func drawTrouble(of name: String, into canvas: inout Canvas, _ room: Rect, row: Int) {
    guard let tier = StorageTier(rawValue: name), let trouble = tiers[tier]?.trouble else { return }
    let start = Self.labelColumns + 3 * Self.columns + 2
    canvas.draw(
      DisplayText(trouble), at: CellPoint(column: room.origin.column + start, row: row),
      columns: room.size.columns - start, look: Theme.failure)
  }
}
