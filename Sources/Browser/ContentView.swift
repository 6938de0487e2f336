import Grid
import Imaging
import Terminal

/// Draws what a cell shows into the room for its picture.
struct ContentView {
  let content: CellContent
  /// Whether a badge tells where the picture came from.
  let hasBadge: Bool

  func draw(into canvas: inout Canvas, _ room: Rect) {
    if let tile = content.tile {
      canvas.draw(tile.canvas, at: room.centred(tile.canvas.size).origin)
      if hasBadge, let picture = content.pictureStatus {
        OriginBadge(picture: picture).draw(into: &canvas, room)
      }
    } else if let reason = content.failureReason {
      drawFailure(reason, into: &canvas, room)
    } else if let transfer = content.transferStatus {
      let text = DisplayText(
        transfer.percent.map { "\($0) %" } ?? "\(ByteCount(transfer.byteCount))")
      let row = room.origin.row + (room.size.rows - 1) / 2
      canvas.drawCentred(text, row: row, in: room, look: Theme.progress)
    } else if content == .placeholder {
      let middle = room.centred(CellSize(columns: 1, rows: 1))
      canvas.fill(middle, with: Theme.placeholder)
    }
  }

  private func drawFailure(_ reason: String, into canvas: inout Canvas, _ room: Rect) {
    let lines = DisplayText(reason).wrapped(to: room.size.columns).prefix(room.size.rows)
    let top = room.origin.row + (room.size.rows - lines.count) / 2
    for (line, row) in zip(lines, top...) {
      canvas.drawCentred(line, row: row, in: room, look: Theme.failure)
    }
  }
}
