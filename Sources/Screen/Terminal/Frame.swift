package import Imaging

/// What a screen shows at one moment: characters, and pictures in the place of some of them.
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
  /// Where a picture stands they are that picture in characters, and what differs from those is to be
  /// seen in front of it, as a mark in its corner is.
  package var canvas: Canvas
  /// The pictures, none of which overlap.
  package private(set) var pictures: [PlacedPicture] = []

  /// The links, none of which overlap.
  package private(set) var links: [Link] = []

  /// Where the terminal's own cursor stands, for whoever reads the screen by it; nil for anywhere.
  package var cursor: CellPoint?

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

  /// Draws a tile at a place, as much of it as lies in a room.
  package mutating func draw(_ tile: Tile, at origin: CellPoint, within room: Rect) {
    canvas.draw(tile.canvas, at: origin, within: room)
    guard case .pixels(let picture) = tile.content else { return }
    let placed = PlacedPicture(picture: picture, origin: origin, within: room)
    if placed.frame.intersection(room).size.area > 0 { pictures.append(placed) }
  }

  /// Makes characters that have been drawn lead somewhere.
  package mutating func add(_ link: Link) {
    links = links.flatMap { $0.parts(beside: link.columns, ofRows: link.row..<link.row + 1) }
    links.append(link)
  }

  /// Draws characters in front of everything; what was a link there is none any more.
  package mutating func cover(with panel: Canvas, at origin: CellPoint) {
    let place = Rect(origin: origin, size: panel.size)
    for index in pictures.indices { pictures[index].cover(place) }
    pictures.removeAll(where: \.isHidden)
    links = links.flatMap { $0.parts(beside: place.columns, ofRows: place.rows) }
    canvas.draw(panel, at: origin)
    if let cursor, place.contains(cursor) { self.cursor = nil }
  }
}

extension Frame: CustomStringConvertible {
  /// The characters alone, a line a row, without trailing blanks.
  package var description: String { canvas.description }
}
