package import Imaging

/// What a screen shows at one moment: characters, and pictures in front of some of them.
///
/// ```swift
/// var frame = Frame(size: screen.size)
/// frame.draw(tile, centredIn: room)
/// frame.canvas.drawCentred(name, row: room.rows.upperBound, in: room)
/// screen.present(frame)
/// ```
package struct Frame: Hashable, Sendable {
  /// The characters.
  ///
  /// Behind a picture they are blank; what is not blank there is to be seen, as a
  /// mark in the corner of a picture is.
  package var canvas: Canvas
  /// The pictures, none of which overlap.
  package private(set) var pictures: [PlacedPicture] = []

  /// Makes a blank frame of a size in character cells.
  package init(size: CellSize) {
    canvas = Canvas(size: size)
  }

  /// The size in character cells.
  package var size: CellSize { canvas.size }

  /// Draws a tile in the middle of a room; what lies outside the frame is cut off.
  package mutating func draw(_ tile: Tile, centredIn room: Rect) {
    let place = room.centred(tile.size)
    canvas.draw(tile.canvas, at: place.origin)
    if case .pixels(let picture) = tile.content, place.intersects(canvas.bounds) {
      pictures.append(PlacedPicture(picture: picture, origin: place.origin))
    }
  }

  /// Draws characters in front of everything; a picture of which they hide a part is taken away.
  package mutating func cover(with panel: Canvas, at origin: CellPoint) {
    let place = Rect(origin: origin, size: panel.size)
    pictures.removeAll { $0.frame.intersects(place) }
    canvas.draw(panel, at: origin)
  }
}

/// A picture and where it stands on a screen.
package struct PlacedPicture: Hashable, Sendable {
  /// What the terminal is sent.
  package let picture: EncodedPicture
  /// The place of its top left character cell.
  package let origin: CellPoint

  /// The character cells it covers; some may lie outside the screen, where nothing is shown of it.
  package var frame: Rect { Rect(origin: origin, size: picture.size) }
}

extension Frame: CustomStringConvertible {
  /// The characters alone, a line a row, without trailing blanks.
  package var description: String { canvas.description }
}

extension Rect {
  /// Whether some cell lies inside both.
  fileprivate func intersects(_ other: Rect) -> Bool {
    intersection(other).size.area > 0
  }
}
