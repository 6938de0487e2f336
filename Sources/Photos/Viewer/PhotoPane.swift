import Catalog
import Grid
import Imaging
import Pipeline

/// One of the photos that a viewer shows: the cell that loads its picture, and what has been shown of it.
@MainActor
final class PhotoPane {
  let cell: PhotoCell
  /// Plays the photo where it moves.
  let motion: MotionPlayer
  /// The photo that is meant, while another pane follows the selection.
  var id: PhotoID?
  /// Where that was last found in the arrangement.
  var index = 0
  /// What has been drawn of it around the view.
  private var drawn: (sight: PhotoSight, cells: Rect)?
  /// What was last shown of which there is something to see.
  private var last: VisiblePhoto?

  init(
    of id: PhotoID? = nil, at index: Int = 0, playing motion: MotionPlayer,
    onChange: @escaping @MainActor () -> Void
  ) {
    self.id = id
    self.index = index
    self.motion = motion
    cell = PhotoCell(onChange: onChange)
  }

  /// Plays what the cell shows by now, where that moves.
  func play() {
    motion.follow(cell.viewModel?.request, showing: cell.content)
  }

  /// Forgets the photo before, whose picture was made for another room.
  func forgetLast() {
    last = nil
  }

  /// Chooses what is drawn of a photo.
  /// - Parameters:
  ///   - sight: How this photo, or the next one, is looked at.
  ///   - canBeCut: Whether more may be drawn than is seen.
  /// - Returns: The photo's own character cells: more than are seen, so that a step aside draws nothing;
  ///   those that are drawn already as long as they suffice.
  func cells(for sight: PhotoSight, canBeCut: Bool) -> Rect {
    let seen = sight.seen
    if let drawn, drawn.sight.drawsAlike(sight), drawn.cells.intersection(seen) == seen {
      return drawn.cells
    }
    return canBeCut ? sight.surroundings : seen
  }

  /// Notes what is drawn of the photo from now on.
  func note(drawn cells: Rect, for sight: PhotoSight) {
    drawn = (sight, cells)
  }

  /// Looks what is to be shown, and remembers it.
  /// - Parameters:
  ///   - aim: The photo that is meant; nil where there is none.
  ///   - background: What it is to stand on.
  ///   - frame: Where it is drawn, in character cells of the viewer's area.
  ///   - hasFocus: Whether keys are meant for it.
  ///   - onlyWhole: Whether there is nothing to see of it before all of its picture is there.
  /// - Returns: The photo that is meant, or while there is nothing to see of it the one before.
  func show(
    _ aim: PhotoAim?, on background: ViewerBackground, in frame: Rect, hasFocus: Bool,
    onlyWhole: Bool
  ) -> VisiblePhoto {
    // What was made for another room may cover what stands beside this one.
    if last?.frame.size != frame.size { last = nil }
    let request = cell.viewModel?.request
    let content = motion.content(for: request) ?? cell.content
    // The still is nothing to see where the frame of now is on its way.
    let isThere =
      (content.tile != nil && !onlyWhole || content.isFinal) && !motion.isDrawing(for: request)
    let part = request?.part
    let isOther =
      last?.photo != aim?.photo || last?.part != part || last?.background != background
    var shown = VisiblePhoto(
      frame: frame, photo: aim?.photo, id: aim?.id, index: aim?.index ?? 0, content: content,
      part: part, background: background,
      place: part.flatMap { aim?.place(of: $0) }, sight: aim?.sight, caption: aim?.caption,
      isSharpest: aim?.isSharpest == true, hasFocus: hasFocus)
    if isThere { last = shown }
    if let last, !isThere, isOther, let aim {
      shown = last
      (shown.frame, shown.sight, shown.hasFocus) = (frame, aim.sight, hasFocus)
      // What is there of it moves along.
      if let part = last.part, last.photo == aim.photo { shown.place = aim.place(of: part) }
    }
    return shown
  }
}

/// A photo that is meant to be seen, and how.
struct PhotoAim {
  let id: PhotoID
  let photo: Photo
  /// Its index in the arrangement.
  let index: Int
  /// The room for its picture, in character cells.
  let room: CellSize
  /// How it is looked at; nil while nobody knows its size.
  let sight: PhotoSight?
  /// What stands below it; nil where it is alone.
  let caption: [UInt8]?
  /// Whether it is the sharpest frame of its burst.
  let isSharpest: Bool

  /// Where a part stands in the room; nil where it is one of another size.
  func place(of part: PicturePart) -> CellPoint? {
    guard let sight, sight.whole == part.whole, sight.turn == part.turn else { return nil }
    return sight.place(
      of: Rect(
        column: part.part.x / sight.cell.width, row: part.part.y / sight.cell.height, columns: 0,
        rows: 0))
  }
}

extension PhotoSight {
  /// Terminals cannot tell more columns or rows of a picture apart (kitty's row and column diacritics).
  private static let longestSide = 296

  /// What is seen, and a quarter of it more on every side.
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

  /// Whether both show the same photo in one size, so that they share tiles.
  fileprivate func drawsAlike(_ other: PhotoSight) -> Bool {
    photo == other.photo && turn == other.turn && whole == other.whole && cell == other.cell
  }
}
