package import Imaging

/// How large a photo is shown.
package enum Zoom: Hashable, Sendable {
  /// As large as all of it fits, but no larger than it is.
  case fit
  /// So large that it fills the room, and no side of it is shorter.
  case fill
  /// As wide as the room.
  case width
  /// As high as the room.
  case height
  /// So many pixels of the terminal for one of the photo, in each direction.
  case scale(Double)

  /// The scales that are gone through step by step.
  package static let steps = [
    0.06, 0.08, 0.12, 0.17, 0.25, 0.33, 0.5, 0.67, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32,
  ]

  /// The pixels of the terminal for one of a photo.
  /// - Parameters:
  ///   - photo: Its size in pixels, as it is turned.
  ///   - room: The room for it, in pixels of the terminal.
  /// - Returns: Their number along a side, above zero.
  func scale(of photo: PixelSize, in room: PixelSize) -> Double {
    let across = Double(room.width) / Double(photo.width)
    let down = Double(room.height) / Double(photo.height)
    return switch self {
    case .fit: min(across, down, 1)
    case .fill: max(across, down)
    case .width: across
    case .height: down
    case .scale(let scale): scale
    }
  }

  /// How large a photo is shown that turns out to have another size, so that it is seen as large as before;
  /// but a pixel of it on each of the terminal is that of every size.
  func kept(from old: PixelSize, to new: PixelSize) -> Zoom {
    guard case .scale(let scale) = self, scale != 1 else { return self }
    return .scale(scale * Double(old.width) / Double(new.width))
  }

  /// The next step from a scale.
  /// - Parameters:
  ///   - scale: Any scale.
  ///   - count: How many steps larger, or with a negative number smaller.
  /// - Returns: A step; the last one where there are no more.
  static func step(from scale: Double, by count: Int) -> Zoom {
    // A scale that is a step but for its rounding is that step.
    let (low, high) = (scale * 0.999, scale * 1.001)
    let next =
      count > 0
      ? (steps.firstIndex { $0 > high } ?? steps.count) + count - 1
      : (steps.lastIndex { $0 < low } ?? -1) + count + 1
    return .scale(steps[min(max(0, next), steps.count - 1)])
  }
}

/// How one looks at photos: how large they are, and at which point.
package struct Viewport: Hashable, Sendable {
  /// How large they are.
  package var zoom = Zoom.fit
  /// The point in the middle of the room, in shares of the sides of the photo as it is turned.
  var focus = SIMD2(0.5, 0.5)

  /// Makes one that shows a photo whole.
  package init() {}
}

/// A photo as it is seen through a viewport: where it lies on the character cells of a room.
///
/// Its own character cells begin at its upper left, and a view begins with a whole one of them, so that to
/// pan moves what is drawn and changes nothing of it.
package struct PhotoSight: Hashable, Sendable {
  /// The size of the photo as it is shown by itself, in its own pixels.
  package let photo: PixelSize
  /// How it is turned.
  package let turn: Orientation
  /// How it is looked at.
  package private(set) var viewport: Viewport
  /// The room, in character cells.
  package let room: CellSize
  /// The size of one character cell, in pixels.
  let cell: PixelSize

  /// Looks at a photo.
  /// - Parameters:
  ///   - photo: Its size as it is shown by itself, in its own pixels; no side below 1.
  ///   - turn: How it is turned.
  ///   - viewport: How it is looked at.
  ///   - room: The room, in character cells; no side below 1.
  ///   - cell: The size of one character cell, in pixels.
  package init(
    of photo: PixelSize, turnedBy turn: Orientation = .topLeft, through viewport: Viewport,
    in room: CellSize, cell: PixelSize
  ) {
    self.photo = photo
    self.turn = turn
    self.viewport = viewport
    self.room = room
    self.cell = cell
  }

  /// The pixels of the terminal for one of the photo.
  package var scale: Double { viewport.zoom.scale(of: turn.shown(photo), in: roomPixels) }

  /// The size of the whole photo, in pixels of the terminal.
  package var whole: PixelSize {
    let (shown, scale) = (turn.shown(photo), scale)
    return PixelSize(
      width: max(1, Int((Double(shown.width) * scale).rounded())),
      height: max(1, Int((Double(shown.height) * scale).rounded())))
  }

  /// The character cells of the whole photo.
  package var wholeCells: CellSize {
    CellSize(
      columns: (whole.width + cell.width - 1) / cell.width,
      rows: (whole.height + cell.height - 1) / cell.height)
  }

  /// Whether the room shows a part only.
  package var isCut: Bool {
    wholeCells.columns > room.columns || wholeCells.rows > room.rows
  }

  /// The photo's own character cells that are seen.
  package var seen: Rect {
    let (whole, wholeCells) = (whole, wholeCells)
    let columns = min(room.columns, wholeCells.columns)
    let rows = min(room.rows, wholeCells.rows)
    func start(_ focus: Double, _ length: Int, _ cell: Int, _ seen: Int, _ all: Int) -> Int {
      let middle = focus * Double(length) / Double(cell)
      return min(max(0, Int((middle - Double(seen) / 2).rounded())), all - seen)
    }
    return Rect(
      column: start(viewport.focus.x, whole.width, cell.width, columns, wholeCells.columns),
      row: start(viewport.focus.y, whole.height, cell.height, rows, wholeCells.rows),
      columns: columns, rows: rows)
  }

  /// What is drawn of the photo so that some of its character cells can be seen.
  func part(in cells: Rect) -> PicturePart {
    let whole = whole
    let left = cells.origin.column * cell.width
    let top = cells.origin.row * cell.height
    return PicturePart(
      of: photo, turnedBy: turn, scaledTo: whole,
      PixelRect(
        x: left, y: top, width: min(cells.size.columns * cell.width, whole.width - left),
        height: min(cells.size.rows * cell.height, whole.height - top)))
  }

  /// The place of some of the photo's character cells in the room, which may begin outside.
  package func place(of cells: Rect) -> CellPoint {
    let (seen, whole) = (seen, wholeCells)
    return CellPoint(
      column: cells.origin.column - seen.origin.column + max(0, room.columns - whole.columns) / 2,
      row: cells.origin.row - seen.origin.row + max(0, room.rows - whole.rows) / 2)
  }

  private var roomPixels: PixelSize {
    PixelSize(width: room.columns * cell.width, height: room.rows * cell.height)
  }
}

extension PhotoSight {
  /// Looks further to the right and down, or with negative numbers to the left and up, in character cells;
  /// not beyond the photo's edges.
  package mutating func pan(columns: Int, rows: Int) {
    let (seen, whole, all) = (seen, whole, wholeCells)
    func focus(_ start: Int, _ seen: Int, _ cells: Int, _ cell: Int, _ length: Int) -> Double {
      let start = min(max(0, start), cells - seen)
      return (Double(start) + Double(seen) / 2) * Double(cell) / Double(length)
    }
    if all.columns > room.columns {
      viewport.focus.x = focus(
        seen.origin.column + columns, seen.size.columns, all.columns, cell.width, whole.width)
    }
    if all.rows > room.rows {
      viewport.focus.y = focus(
        seen.origin.row + rows, seen.size.rows, all.rows, cell.height, whole.height)
    }
  }

  /// Shows the photo in another size.
  /// - Parameters:
  ///   - zoom: How large.
  ///   - point: The place in the room that stays on its point of the photo, in character cells; nil for
  ///     the middle.
  package mutating func zoom(to zoom: Zoom, around point: CellPoint? = nil) {
    let middle = SIMD2(Double(room.columns), Double(room.rows)) / 2
    let pointer = point.map { SIMD2(Double($0.column) + 0.5, Double($0.row) + 0.5) } ?? middle
    let away = pointer - middle
    let step = SIMD2(Double(cell.width), Double(cell.height))
    let before = SIMD2(Double(whole.width), Double(whole.height))
    let aim = viewport.focus + away * step / before
    viewport.zoom = zoom
    let after = SIMD2(Double(whole.width), Double(whole.height))
    viewport.focus = (aim - away * step / after).clamped(
      lowerBound: SIMD2(0, 0), upperBound: SIMD2(1, 1))
  }

  /// Goes some steps of the scale up, or with a negative number down.
  package mutating func zoom(by steps: Int, around point: CellPoint? = nil) {
    zoom(to: .step(from: scale, by: steps), around: point)
  }
}
