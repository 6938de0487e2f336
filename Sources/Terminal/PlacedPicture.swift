package import Imaging

package struct PlacedPicture: Hashable, Sendable {
  package let picture: EncodedPicture
  package let origin: CellPoint
  /// Drawn over the outermost pixels, where the terminal takes plain pixels.
  package var border: RGB?
  /// Whether it replaces characters that are drawn over another picture.
  package var isOverlay = false
  private var covers: [Rect] = []

  package init(picture: EncodedPicture, origin: CellPoint) {
    self.picture = picture
    self.origin = origin
  }

  init(picture: EncodedPicture, origin: CellPoint, within room: Rect) {
    self.init(picture: picture, origin: origin)
    let (columns, rows) = (frame.columns, frame.rows)
    let above = room.origin.row - rows.lowerBound
    let below = rows.upperBound - room.rows.upperBound
    let left = room.origin.column - columns.lowerBound
    let right = columns.upperBound - room.columns.upperBound
    for rect in [
      Rect(column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: above),
      Rect(
        column: columns.lowerBound, row: room.rows.upperBound, columns: columns.count, rows: below),
      Rect(column: columns.lowerBound, row: rows.lowerBound, columns: left, rows: rows.count),
      Rect(
        column: room.columns.upperBound, row: rows.lowerBound, columns: right, rows: rows.count),
    ] where rect.size.columns > 0 && rect.size.rows > 0 {
      cover(rect)
    }
  }

  /// Possibly outside the screen.
  package var frame: Rect { Rect(origin: origin, size: picture.size) }

  package var isCovered: Bool { !covers.isEmpty }

  package var isHidden: Bool { covers.contains { frame.intersection($0) == frame } }

  mutating func cover(_ rect: Rect) {
    if frame.intersects(rect) { covers.append(rect) }
  }

  package func isCovered(at point: CellPoint) -> Bool { covers.contains { $0.contains(point) } }
}

extension Rect {
  func intersects(_ other: Rect) -> Bool {
    intersection(other).size.area > 0
  }
}
