package import Imaging

package enum Zoom: Hashable, Sendable {
  case fit
  case fill
  case width
  case height
  /// Terminal pixels per photo pixel.
  case scale(Double)

  package static let steps = [
    0.06, 0.08, 0.12, 0.17, 0.25, 0.33, 0.5, 0.67, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32,
  ]

  /// Terminal pixels per photo pixel, above zero; `photo` is the rotated size in pixels, `room` in
  /// terminal pixels.
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

  /// The zoom for another size of the same photo, so that it appears as large; 1:1 stays 1:1.
  func kept(from old: PixelSize, to new: PixelSize) -> Zoom {
    guard case .scale(let scale) = self, scale != 1 else { return self }
    return .scale(scale * Double(old.width) / Double(new.width))
  }

  /// The zoom `count` steps larger, or smaller if negative; limited to the range.
  static func step(from scale: Double, by count: Int) -> Zoom {
    // Ignore rounding.
    let (low, high) = (scale * 0.999, scale * 1.001)
    let next =
      count > 0
      ? (steps.firstIndex { $0 > high } ?? steps.count) + count - 1
      : (steps.lastIndex { $0 < low } ?? -1) + count + 1
    return .scale(steps[min(max(0, next), steps.count - 1)])
  }
}

package struct Viewport: Hashable, Sendable {
  package var zoom = Zoom.fit
  /// The point at the center of the frame, as fractions of the rotated photo's sides.
  var focus = SIMD2(0.5, 0.5)

  package init() {}
}

/// Geometry of a photo in a frame of character cells. The photo has its own grid of cells from its
/// upper left corner, and the view begins at a whole cell, so that panning moves rendered cells
/// without changing them.
package struct ViewportState: Hashable, Sendable {
  /// Unrotated, in pixels; no side is below 1.
  package let photo: PixelSize
  package let turn: Orientation
  package private(set) var viewport: Viewport
  /// In character cells; no side is below 1.
  package let room: CellSize
  let cell: PixelSize

  package init(
    photo: PixelSize, turn: Orientation, viewport: Viewport, room: CellSize, cell: PixelSize
  ) {
    (self.photo, self.turn, self.viewport) = (photo, turn, viewport)
    (self.room, self.cell) = (room, cell)
  }

  /// In pixels, rotated.
  package var shown: PixelSize { turn.shown(photo) }

  package var scale: Double { viewport.zoom.scale(of: shown, in: roomPixels) }

  /// Size of the whole photo, in terminal pixels.
  package var whole: PixelSize { scaled(shown) }

  private func scaled(_ size: PixelSize) -> PixelSize {
    let scale = scale
    return PixelSize(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
  }

  /// Size of the whole photo, in character cells.
  package var wholeCells: CellSize {
    CellSize(
      columns: (whole.width + cell.width - 1) / cell.width,
      rows: (whole.height + cell.height - 1) / cell.height)
  }

  package var isCut: Bool {
    wholeCells.columns > room.columns || wholeCells.rows > room.rows
  }

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

  package func part(in cells: Rect) -> PicturePart {
    let whole = whole
    let left = cells.origin.column * cell.width
    let top = cells.origin.row * cell.height
    return PicturePart(
      of: photo, turnedBy: turn, scaledTo: whole,
      PixelRect(
        x: left, y: top, width: min(cells.size.columns * cell.width, whole.width - left),
        height: min(cells.size.rows * cell.height, whole.height - top)))
  }

  /// What of another photo is shown in place of a part of this one: that photo scaled to this size
  /// if it is as wide for its height, else at the same scale from the upper left corner; nil if
  /// nothing of it is there.
  package func part(of other: ViewportState, inPlaceOf part: PicturePart) -> PicturePart? {
    let whole = isShaped(as: other) ? whole : scaled(other.shown)
    let (columns, rows) = (part.part.columns, part.part.rows)
    let right = min(columns.upperBound, whole.width)
    let bottom = min(rows.upperBound, whole.height)
    guard columns.lowerBound < right, rows.lowerBound < bottom else { return nil }
    return PicturePart(
      of: other.photo, turnedBy: other.turn, scaledTo: whole,
      PixelRect(columns: columns.lowerBound..<right, rows: rows.lowerBound..<bottom))
  }

  /// Whether one of two photos may be the other one scaled, its sides rounded.
  package func isShaped(as other: ViewportState) -> Bool {
    let (one, two) = (shown, other.shown)
    let rounding = max(one.width, one.height, two.width, two.height) / 2
    return abs(one.width * two.height - two.width * one.height) <= rounding
  }

  /// The visible columns as fractions of the width.
  var seenAcross: ClosedRange<Double> {
    let (seen, width) = (seen.columns, Double(whole.width))
    let (left, right) = (seen.lowerBound * cell.width, seen.upperBound * cell.width)
    return Double(left) / width...min(1, Double(right) / width)
  }

  /// The position in the frame of some of the photo's cells; may begin outside.
  package func place(of cells: Rect) -> CellPoint {
    let (seen, whole) = (seen, wholeCells)
    return CellPoint(
      column: cells.origin.column - seen.origin.column + max(0, room.columns - whole.columns) / 2,
      row: cells.origin.row - seen.origin.row + max(0, room.rows - whole.rows) / 2)
  }

  /// The part of the frame that the photo covers.
  package var covered: Rect { Rect(origin: place(of: seen), size: seen.size) }

  /// The cells of the frame, or beyond it, that contain a face.
  package func place(of face: Face) -> Rect {
    let area = face.turned(by: turn).area
    func side(_ start: Int, _ length: Int, _ whole: Int, _ cell: Int) -> Range<Int> {
      func pixel(_ place: Int) -> Int { (place * whole + Face.whole.width / 2) / Face.whole.width }
      let first = min(pixel(start), whole - 1) / cell
      return first..<max(first + 1, (pixel(start + length) + cell - 1) / cell)
    }
    let columns = side(area.x, area.size.width, whole.width, cell.width)
    let rows = side(area.y, area.size.height, whole.height, cell.height)
    let cells = Rect(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
    return Rect(origin: place(of: cells), size: cells.size)
  }

  private var roomPixels: PixelSize {
    PixelSize(width: room.columns * cell.width, height: room.rows * cell.height)
  }
}

extension ViewportState {
  /// Pans by character cells, right and down if positive; stops at the edges.
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

  /// Zooms around a point of the frame, in character cells; nil for its center.
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

  package mutating func zoom(by steps: Int, around point: CellPoint? = nil) {
    zoom(to: .step(from: scale, by: steps), around: point)
  }
}

package enum ViewerBackground: String, CaseIterable, Hashable, Sendable {
  case terminal
  case dark
  case light
  /// Gray squares behind a photo, the terminal's background around it.
  case checkered

  /// The color around a photo; nil for the terminal's own.
  package var color: RGB? {
    switch self {
    case .terminal, .checkered: nil
    case .dark: RGB(24, 24, 24)
    case .light: RGB(238, 238, 238)
    }
  }

  package var next: ViewerBackground {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }

  func form(on form: TileForm) -> TileForm {
    guard form.colors != .none else { return form }
    var standing = form
    switch self {
    case .terminal: break
    case .dark, .light: standing.characters.backdrop = .color
    case .checkered: standing.characters.backdrop = .checkered
    }
    if let color { standing.background = color }
    return standing
  }
}
