package import Catalogs
import ImagePipeline
package import Imaging

@MainActor
final class PhotoPane {
  let cell: PhotoCell
  let motion: MotionPlayer
  /// The photo, unless this pane follows the selection.
  var id: PhotoID?
  /// Last known index in the arrangement.
  var index = 0
  /// The cells rendered around the visible ones.
  var drawn: (view: ViewportState, cells: Rect)?
  var last: VisiblePhoto?

  init(
    of id: PhotoID? = nil, at index: Int = 0, playing motion: MotionPlayer,
    onChange: @escaping @MainActor () -> Void
  ) {
    self.id = id
    self.index = index
    self.motion = motion
    cell = PhotoCell(onChange: onChange)
  }

  /// The photo's character cells to render, more than are visible, so that a small pan needs no new
  /// tile; those already rendered are kept as long as they suffice.
  func cells(for view: ViewportState, canBeCut: Bool) -> Rect {
    let seen = view.seen
    if let drawn, drawn.view.drawsAlike(view), drawn.cells.intersection(seen) == seen {
      return drawn.cells
    }
    return canBeCut ? view.surroundings : seen
  }

  /// The photo to draw: `target`, or the former one until there is something of `target` to see; if
  /// `onlyWhole`, its final image.
  func show(
    _ target: PaneTarget?, on background: ViewerBackground, in frame: Rect, hasFocus: Bool,
    onlyWhole: Bool
  ) -> VisiblePhoto {
    // A tile of another size could cover the neighboring pane.
    if last?.frame.size != frame.size { last = nil }
    let request = cell.viewModel?.request
    let content = motion.content(for: request) ?? cell.content
    let isMosaic = content.isMosaic(in: request?.form)
    // The still image is not shown while the current frame is being rendered.
    let isThere =
      (content.tile != nil && !onlyWhole && !isMosaic || content.isFinal)
      && !motion.isDrawing(for: request)
    let part = request?.part
    let isOther =
      last?.photo != target?.photo || last?.part != part || last?.blended != request?.blended
      || last?.background != background
    var shown = VisiblePhoto(
      frame: frame, photo: target?.photo, id: target?.id, index: target?.index ?? 0,
      content: content, part: part, blended: request?.blended, background: background,
      place: part.flatMap { target?.place(of: $0) }, view: target?.view, caption: target?.caption,
      isMosaic: isMosaic, isSharpest: target?.isSharpest == true, rating: target?.rating,
      hasFocus: hasFocus)
    if isThere { last = shown }
    if let last, !isThere, isOther, let target {
      shown = last
      (shown.frame, shown.view, shown.hasFocus) = (frame, target.view, hasFocus)
      // The rendered part moves with the view.
      if let part = last.part, last.photo == target.photo { shown.place = target.place(of: part) }
    }
    return shown
  }
}

/// One photo of the viewer to draw; image and name always belong together.
package struct VisiblePhoto {
  /// Image and caption, in character cells of the viewer's area.
  package var frame: Rect
  /// The selected photo once any of it is visible, until then the former one; nil for none.
  package let photo: Photo?
  let id: PhotoID?
  let index: Int
  package let content: CellContent
  /// The part that the tile shows; nil for all of it.
  let part: PicturePart?
  let blended: BlendedPhoto?
  package let background: ViewerBackground
  /// Position of the tile if it is not centered; it may extend beyond the frame.
  package var place: CellPoint?
  /// Of the selected photo; nil while its size is unknown.
  package var view: ViewportState?
  /// Raw bytes, not sanitized; nil if the photo is shown alone.
  package var caption: [UInt8]?
  /// Whether nothing but characters of another size can be shown in place of pixels.
  package let isMosaic: Bool
  package let isSharpest: Bool
  package var rating: Int?
  package var hasFocus: Bool

  /// Whether there is an image, or an error.
  var isDrawable: Bool { content.tile != nil || content.isFinal }
}

extension CellContent {
  fileprivate func isMosaic(in form: TileForm?) -> Bool {
    guard case .pixels = form, case .preview(let loaded) = self, case .symbols = loaded.tile.content
    else { return false }
    return true
  }
}

struct PaneTarget {
  let id: PhotoID
  let photo: Photo
  let index: Int
  let room: CellSize
  let view: ViewportState?
  var caption: [UInt8]?
  let isSharpest: Bool
  var rating: Int?

  /// Where a part is placed; nil if it was rendered at another size.
  func place(of part: PicturePart) -> CellPoint? {
    guard let view, view.whole == part.whole, view.turn == part.turn else { return nil }
    return view.place(
      of: Rect(
        column: part.part.x / view.cell.width, row: part.part.y / view.cell.height, columns: 0,
        rows: 0))
  }
}

extension ViewportState {
  /// Terminals cannot address more columns or rows of an image (kitty's row and column diacritics).
  private static let longestSide = 296

  /// The visible cells, and a quarter more on every side.
  fileprivate var surroundings: Rect {
    let (seen, all) = (seen, wholeCells)
    func side(_ start: Int, _ length: Int, _ all: Int) -> Range<Int> {
      let margin = min(length / 4, max(0, Self.longestSide - length) / 2)
      return max(0, start - margin)..<min(all, start + length + margin)
    }
    let columns = side(seen.origin.column, seen.size.columns, all.columns)
    let rows = side(seen.origin.row, seen.size.rows, all.rows)
    return Rect(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  fileprivate func drawsAlike(_ other: ViewportState) -> Bool {
    photo == other.photo && turn == other.turn && whole == other.whole && cell == other.cell
  }
}

package struct PaneLayout {
  package let columns: Int
  let rows: Int
  private let area: CellSize
  private let count: Int

  /// The most photos that are distinguishable on one screen.
  package static let limit = 4

  /// Maximizes photos of the usual aspect ratio. `count` is at least 1, `area` in character cells,
  /// `cellAspect` width over height of a cell.
  package init(_ count: Int, in area: CellSize, cellAspect: Double, hasCaptions: Bool = false) {
    self.area = area
    self.count = count
    func side(_ columns: Int) -> Double {
      let rows = (count + columns - 1) / columns
      let width = Double(area.columns) / Double(columns)
      let height = (Double(area.rows) / Double(rows) - (hasCaptions ? 1 : 0)) / cellAspect
      return min(width / Self.usualShape, height)
    }
    let best = (1...count).max { side($0) < side($1) } ?? 1
    columns = best
    rows = (count + best - 1) / best
  }

  private static let usualShape = 1.5

  /// All of one size, neighbors one column apart; no side is below 1.
  package var frames: [Rect] {
    (0..<count).map { index in
      let across = share(of: area.columns, index % columns, of: columns, gap: 1)
      let down = share(of: area.rows, index / columns, of: rows, gap: 0)
      return Rect(
        column: across.lowerBound, row: down.lowerBound, columns: across.count, rows: down.count)
    }
  }

  private func share(of length: Int, _ index: Int, of count: Int, gap: Int) -> Range<Int> {
    let side = max(1, (length + gap) / count - gap)
    let start = min((side + gap) * index, length - 1)
    return start..<min(start + side, length)
  }
}

/// In pixels; on the web, of the largest rendition: from the feed, until that is loaded.
struct PhotoSizes {
  private static let limit = 4096

  private var known: [PhotoID: (size: PixelSize, isGuess: Bool)] = [:]

  subscript(id: PhotoID) -> PixelSize? { known[id]?.size }

  mutating func record(
    _ size: PixelSize, of photo: Photo, _ id: PhotoID, _ hasLarger: Bool
  ) -> Bool {
    let before = known[id]
    if hasLarger, before?.isGuess == false { return false }
    let size = hasLarger ? photo.saidSize(above: size) : size
    if known.count >= Self.limit { known = [:] }
    known[id] = (size, hasLarger)
    return before?.size != size
  }
}

extension Photo {
  /// The size in the feed, if that may be of a larger rendition of the same image; else `size`.
  fileprivate func saidSize(above size: PixelSize) -> PixelSize {
    guard let said = onWeb?.largestSize, said.area > size.area else { return size }
    let (one, two) = (said.width * size.height, size.width * said.height)
    // Feeds round sizes, so proportions may differ a little.
    return abs(one - two) <= max(one, two) / 20 ? said : size
  }
}
