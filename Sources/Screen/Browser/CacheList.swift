import Grid
import Imaging
import Terminal
import Values

/// Draws the pictures that expire next, with the room they were made for, their bytes and their time.
struct CacheList {
  let panel: CachePanel

  /// The widths of the columns behind the name, in character cells.
  private static let widths = [9, 10, 13, 11]

  func draw(into canvas: inout Canvas, _ room: Rect) {
    guard room.size.rows > 0 else { return }
    let heading = ["size", "bytes", "expires in", ""]
    drawLine(DisplayText("next to expire"), heading, into: &canvas, room, 0, Theme.key)
    let shown = panel.pictures.dropFirst(panel.firstShown).prefix(room.size.rows - 1)
    for (picture, line) in zip(shown, 1...) {
      let isSelected = panel.firstShown + line - 1 == panel.selection
      let look = isSelected ? Theme.selectedName : Theme.name
      let place = Rect(
        column: room.origin.column, row: room.origin.row + line, columns: room.size.columns, rows: 1
      )
      canvas.fill(place, with: look)
      drawLine(
        DisplayText(sanitising: picture.name), facts(of: picture), into: &canvas, room, line, look)
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
    _ look: Glyph
  ) {
    let row = room.origin.row + line
    let nameColumns = room.size.columns - Self.widths.reduce(0, +) - 1
    canvas.draw(
      name, at: CellPoint(column: room.origin.column, row: row), columns: nameColumns, look: look)
    var end = room.origin.column + nameColumns + 1
    for (fact, width) in zip(facts, Self.widths) {
      let text = DisplayText(fact)
      end += width
      canvas.draw(
        text, at: CellPoint(column: end - text.width, row: row), columns: width, look: look)
    }
  }
}
