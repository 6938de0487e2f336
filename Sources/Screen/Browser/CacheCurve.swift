import Caching
import Imaging
import Terminal

/// Draws the hit rate of every second of the last minute; a second in which nobody asked stays empty.
struct CacheCurve {
  let seconds: [CacheCounts]
  let scale: BlockScale

  func draw(into canvas: inout Canvas, _ room: Rect) {
    guard room.size.rows > 1 else { return }
    let height = room.size.rows - 1
    drawAxes(into: &canvas, room, height)
    for (counts, column) in zip(seconds.suffix(columns(in: room)), left(of: room)...) {
      guard let ratio = counts.hitRatio else { continue }
      for (scalar, up) in zip(scale.upward(ratio, rows: height), 1...) where scalar != " " {
        let place = Rect(column: column, row: room.origin.row + height - up, columns: 1, rows: 1)
        canvas.fill(place, with: Theme.bar(scalar))
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
        look: Theme.quiet)
    }
    let edge = Rect(column: left(of: room) - 1, row: room.origin.row, columns: 1, rows: height)
    canvas.fill(edge, with: Theme.border("│"))
  }
}
