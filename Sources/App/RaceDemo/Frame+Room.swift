import Imaging
import Terminal

extension Frame {
  /// Draws a canvas again above and below a room, in front of what sticks out of the room.
  /// - Parameters:
  ///   - behind: What stood there before; as large as the frame.
  ///   - room: Whose columns are meant, in character cells.
  mutating func restore(_ behind: Canvas, outside room: Rect) {
    let end = min(room.rows.upperBound, size.rows)
    for rows in [0..<max(0, room.rows.lowerBound), end..<size.rows] where !rows.isEmpty {
      let origin = CellPoint(column: room.origin.column, row: rows.lowerBound)
      var strip = Canvas(size: CellSize(columns: room.size.columns, rows: rows.count))
      strip.draw(behind, at: CellPoint(column: -origin.column, row: -origin.row))
      cover(with: strip, at: origin)
    }
  }
}
