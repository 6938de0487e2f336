package import Imaging

/// A picture and where it stands on a screen.
package struct PlacedPicture: Hashable, Sendable {
  /// What the terminal is sent.
  package let picture: EncodedPicture
  /// The place of its top left character cell.
  package let origin: CellPoint
  /// What hides parts of it.
  private var covers: [Rect] = []

  /// Places a picture of which nothing is hidden.
  package init(picture: EncodedPicture, origin: CellPoint) {
    self.picture = picture
    self.origin = origin
  }

  /// Places a picture of which only what lies in a room is seen.
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

  /// The character cells it covers; some may lie outside the screen, where nothing is shown of it.
  package var frame: Rect { Rect(origin: origin, size: picture.size) }

  /// Whether something hides a part of it.
  package var isCovered: Bool { !covers.isEmpty }

  /// Whether something hides all of it.
  package var isHidden: Bool { covers.contains { frame.intersection($0) == frame } }

  /// Hides what lies in a rectangle.
  mutating func cover(_ rect: Rect) {
    if frame.intersects(rect) { covers.append(rect) }
  }

  /// Whether something hides it at a place.
  package func isCovered(at point: CellPoint) -> Bool { covers.contains { $0.contains(point) } }
}

extension Rect {
  /// Whether some cell lies inside both.
  func intersects(_ other: Rect) -> Bool {
    intersection(other).size.area > 0
  }
}
