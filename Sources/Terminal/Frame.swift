package import Imaging

/// The content of a screen: characters, and images over some of them.
///
/// ```swift
/// var frame = Frame(size: screen.size)
/// frame.draw(tile, centredIn: room)
/// frame.canvas.drawCentred(name, row: room.rows.upperBound, in: room)
/// screen.present(frame)
/// ```
package struct Frame: Hashable, Sendable, CustomStringConvertible {
  /// The characters, including those of each image.
  ///
  /// Where they differ from an image's own, they are drawn over it, such as a mark in its corner.
  package var canvas: Canvas
  /// From back to front; only overlays are over others.
  package private(set) var pictures: [PlacedPicture] = []

  package private(set) var links: [Link] = []

  /// The position of the terminal's cursor, which screen readers follow; nil for anywhere.
  package var cursor: CellPoint?

  package init(size: CellSize) {
    canvas = Canvas(size: size)
  }

  package var size: CellSize { canvas.size }

  package mutating func draw(_ tile: Tile, centredIn room: Rect, border: RGB? = nil) {
    let place = room.centred(tile.size)
    canvas.draw(tile.canvas, at: place.origin)
    if case .pixels(let picture) = tile.content, place.intersects(canvas.bounds) {
      var placed = PlacedPicture(picture: picture, origin: place.origin)
      if picture.takesBorder { placed.border = border }
      pictures.append(placed)
    }
  }

  package mutating func draw(_ tile: Tile, at origin: CellPoint, within room: Rect) {
    canvas.draw(tile.canvas, at: origin, within: room)
    guard case .pixels(let picture) = tile.content else { return }
    let placed = PlacedPicture(picture: picture, origin: origin, within: room)
    if placed.frame.intersection(room).size.area > 0 { pictures.append(placed) }
  }

  /// Draws pixels over the characters of a room, and over images below, where the terminal can.
  ///
  /// `color` gets a position in pixels, and is nil for the terminal's background.
  package mutating func overlay(
    _ room: Rect, pixels cell: PixelSize, _ color: (_ x: Int, _ y: Int) -> RGB?
  ) {
    guard room.intersection(canvas.bounds) == room else { return }
    var symbols = Canvas(size: room.size)
    symbols.draw(canvas, at: CellPoint(column: -room.origin.column, row: -room.origin.row))
    let size = PixelSize(
      width: room.size.columns * cell.width, height: room.size.rows * cell.height)
    var bytes = [UInt8](repeating: 0, count: size.area * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        guard let color = color(x, y) else { continue }
        let start = (y * size.width + x) * 4
        (bytes[start], bytes[start + 1], bytes[start + 2]) = (color.red, color.green, color.blue)
        bytes[start + 3] = 255
      }
    }
    let picture = EncodedPicture(
      symbols: symbols, encoding: .rgba, pixels: size, bytes: bytes, hasGaps: true)
    var placed = PlacedPicture(picture: picture, origin: room.origin)
    placed.isOverlay = true
    pictures.append(placed)
  }

  package mutating func add(_ link: Link) {
    links = links.flatMap { $0.parts(beside: link.columns, ofRows: link.row..<link.row + 1) }
    links.append(link)
  }

  /// Draws a panel over everything; clears links and the rest of wide characters.
  package mutating func cover(with panel: Canvas, at origin: CellPoint) {
    let place = Rect(origin: origin, size: panel.size)
    clearHalves(beside: place.intersection(canvas.bounds))
    for index in pictures.indices { pictures[index].cover(place) }
    pictures.removeAll(where: \.isHidden)
    links = links.flatMap { $0.parts(beside: place.columns, ofRows: place.rows) }
    canvas.draw(panel, at: origin)
    if let cursor, place.contains(cursor) { self.cursor = nil }
  }

  private mutating func clearHalves(beside place: Rect) {
    guard place.size.area > 0 else { return }
    let (left, right) = (place.columns.lowerBound, place.columns.upperBound)
    for row in place.rows {
      if left > 0, canvas[left, row].isContinuation { canvas[left - 1, row] = .blank }
      if right < canvas.size.columns, canvas[right, row].isContinuation {
        canvas[right, row] = .blank
      }
    }
  }

  package var description: String { canvas.description }
}

package struct PlacedPicture: Hashable, Sendable {
  package let picture: EncodedPicture
  package let origin: CellPoint
  /// Drawn over the outermost pixels, where the terminal takes plain pixels.
  package var border: RGB?
  /// Whether it replaces characters that are drawn over another picture.
  package var isOverlay = false
  /// The part inside the room that it was drawn in.
  private let visible: Rect
  private var covers: [Rect] = []

  package init(picture: EncodedPicture, origin: CellPoint) {
    self.init(picture: picture, origin: origin, within: Rect(origin: origin, size: picture.size))
  }

  init(picture: EncodedPicture, origin: CellPoint, within room: Rect) {
    self.picture = picture
    self.origin = origin
    visible = Rect(origin: origin, size: picture.size).intersection(room)
  }

  /// Possibly outside the screen.
  package var frame: Rect { Rect(origin: origin, size: picture.size) }

  package var isCovered: Bool { visible != frame || !covers.isEmpty }

  package var isHidden: Bool { covers.contains { frame.intersection($0) == frame } }

  mutating func cover(_ rect: Rect) {
    if frame.intersects(rect) { covers.append(rect) }
  }

  package func isCovered(at point: CellPoint) -> Bool {
    !visible.contains(point) || covers.contains { $0.contains(point) }
  }
}

extension Rect {
  func intersects(_ other: Rect) -> Bool { intersection(other).size.area > 0 }
}

extension EncodedPicture {
  private static let borderPixels = 2

  var takesBorder: Bool {
    encoding == .rgb && min(pixels.width, pixels.height) >= 8 * Self.borderPixels
  }

  /// The picture with its outermost pixels in one color.
  func bordered(by color: RGB) -> EncodedPicture {
    let (width, stride) = (Self.borderPixels, pixels.width * 3)
    let edge = (0..<pixels.width).flatMap { _ in [color.red, color.green, color.blue] }
    let side = edge.prefix(width * 3)
    var bytes = bytes
    for row in 0..<pixels.height {
      let start = row * stride
      if row < width || row >= pixels.height - width {
        bytes.replaceSubrange(start..<start + stride, with: edge)
      } else {
        bytes.replaceSubrange(start..<start + side.count, with: side)
        bytes.replaceSubrange(start + stride - side.count..<start + stride, with: side)
      }
    }
    return EncodedPicture(
      symbols: symbols, encoding: encoding, pixels: pixels, bytes: bytes, hasGaps: hasGaps)
  }
}

@MainActor
package protocol Screen: AnyObject {
  var size: CellSize { get }

  /// The images stored by the terminal; nil if it is sent none.
  var holdings: PictureHoldings? { get }

  /// Only differences to the previous frame are sent.
  func present(_ frame: Frame)

  /// The next frame is sent completely.
  func invalidate()

  /// Restores the terminal and stops the program until it is continued.
  func suspend()
}

package struct PictureHoldings: Hashable, Sendable {
  package var count: Int
  package var byteCount: Int
  /// In bytes; nil if the terminal stores only what is on its screen.
  package var budget: Int?

  package init(count: Int = 0, byteCount: Int = 0, budget: Int? = nil) {
    self.count = count
    self.byteCount = byteCount
    self.budget = budget
  }
}

@MainActor
package final class MemoryScreen: Screen {
  package private(set) var size: CellSize
  package private(set) var frame: Frame
  package var holdings: PictureHoldings?
  package private(set) var frameCount = 0
  package private(set) var suspensions = 0

  package init(size: CellSize) {
    self.size = size
    frame = Frame(size: size)
  }

  package func resize(to size: CellSize) {
    self.size = size
  }

  package func present(_ frame: Frame) {
    self.frame = frame
    frameCount += 1
  }

  package func invalidate() {}

  package func suspend() {
    suspensions += 1
  }
}
