package import Caching
package import Catalog
package import Grid
package import Imaging
package import Pipeline

/// The selected photo of a grid alone, in a cell of its own: whole, or a part of it close up.
///
/// It follows the selection for as long as it is open, and its photo is loaded before all others;
/// then comes the next one in the direction of travel.
///
/// ```swift
/// let viewer = PhotoViewer(of: grid) { photo, area in area }
/// grid.move(.right)  // viewer.photo is the next one
/// viewer.look { $0.zoom(to: .scale(1)) }
/// viewer.close()
/// ```
@MainActor
package final class PhotoViewer: SelectionFollowing {
  /// The cell that the selected photo is loaded in.
  package private(set) var cell: PhotoCell
  private let grid: GridViewModel
  private let room: @MainActor (Photo, CellSize) -> CellSize
  /// How photos are looked at.
  private var viewport = Viewport()
  /// The photo that this was chosen for, and its size in pixels.
  private var chosen: (id: PhotoID, size: PixelSize)?
  /// Whether the next photo is looked at in the same way if it is as large.
  package private(set) var keepsZoom = true
  /// Whether marks stand on photos where they are clipped.
  package var marksClipping = false { didSet { grid.followAgain() } }
  /// How photos are turned that are not as their files say.
  private var turns: [PhotoID: Orientation] = [:]
  /// The sizes of photos in their own pixels, as far as they have been seen.
  private var sizes: [PhotoID: PixelSize] = [:]
  /// What has been drawn of a photo around the view.
  private var drawn: (sight: PhotoSight, cells: Rect)?
  /// What was last shown of which there is something to see.
  private var last: Shown?

  /// More sizes than these are not worth remembering.
  private static let sizeLimit = 4096

  /// Opens the selected photo of a grid.
  /// - Parameters:
  ///   - grid: Whose selection is followed.
  ///   - room: Says how much of an area there is for a photo's picture, both in character cells.
  package init(
    of grid: GridViewModel, room: @escaping @MainActor (Photo, CellSize) -> CellSize = { $1 }
  ) {
    self.grid = grid
    self.room = room
    cell = PhotoCell(onChange: {})
    cell = PhotoCell { [weak self] in self?.noteChange() }
    grid.follower = self
  }

  /// The photo that is shown: the selected one as soon as there is anything to see of it, and until
  /// then the one before; nil where there are none any more.
  package var photo: Photo? { current().photo }

  /// What there is to see of it.
  package var content: CellContent { current().content }

  /// Where its tile stands in the room, where that is not the middle; it may begin outside, and end there.
  package var place: CellPoint? { current().place }

  /// How the selected photo is looked at; nil while nobody knows its size.
  package var sight: PhotoSight? {
    guard let id = grid.selection.id, let photo = grid.selectedPhoto else { return nil }
    return sight(of: id, in: room(photo, grid.layout.area))
  }

  /// What is seen of the selected photo; nil until its tile is there.
  package var seen: SeenPicture? {
    guard case .picture = cell.content, let request = cell.viewModel?.request else { return nil }
    let sight = request.part == nil ? nil : sight
    return SeenPicture(request.markingClipping(false), part: sight.map { $0.part(in: $0.seen) })
  }

  /// Where that begins in the room, of which a terminal may allow one picture only the middle.
  package var origin: CellPoint {
    guard let photo = grid.selectedPhoto else { return CellPoint(column: 0, row: 0) }
    let room = room(photo, grid.layout.area)
    return Rect(column: 0, row: 0, columns: room.columns, rows: room.rows)
      .centred(grid.form.limited(room)).origin
  }

  /// Whether the selected photo is shown whole and as its file says.
  package var isPlain: Bool { grid.selection.id.map(isPlain) ?? true }

  /// What is known of the grid and of the photo that is shown, and which one is on its way.
  package var status: GridStatus {
    let shown = current()
    var status = grid.status(of: shown.photo, at: shown.index, showing: shown.content)
    if shown.photo != grid.selectedPhoto { status.awaitedName = grid.status.name }
    return status
  }

  // MARK: - What changes it

  /// Looks at the photo in another way.
  /// - Returns: False where nobody knows its size yet, and nothing is done.
  package func look(_ change: (inout PhotoSight) -> Void) -> Bool {
    guard let id = grid.selection.id, var sight else { return false }
    change(&sight)
    viewport = sight.viewport
    chosen = (id, sight.photo)
    grid.followAgain()
    return true
  }

  /// Turns the photo, after all turns before.
  /// - Returns: False where nobody knows its size yet, and nothing is done.
  package func turn(by turn: Orientation) -> Bool {
    guard let id = grid.selection.id, sizes[id] != nil else { return false }
    let all = (turns[id] ?? .topLeft).followed(by: turn)
    turns[id] = all == .topLeft ? nil : all
    viewport.focus = SIMD2(0.5, 0.5)
    grid.followAgain()
    return true
  }

  /// Looks at the next photos in the same way, or at each of them whole.
  /// - Returns: Whether the next ones are looked at in the same way now.
  package func toggleKeepingZoom() -> Bool {
    keepsZoom.toggle()
    if keepsZoom, let id = grid.selection.id, let size = sizes[id] { chosen = (id, size) }
    return keepsZoom
  }

  /// Forgets the photo before, whose picture was made for another room.
  package func resize() {
    last = nil
  }

  /// Takes the picture off the screen and lets it load again; one in memory is back at once.
  /// - Returns: What was on the screen, in pictures and bytes.
  package func reset() -> CacheUsage {
    defer { cell.reset() }
    return CacheUsage(of: [cell])
  }

  /// Returns to the grid.
  package func close() {
    if chosen != nil { grid.loader.forgetCloseUps() }
    cell.unbind()
    grid.follower = nil
  }

  /// Takes note of the photo's size, which what is wanted of it may follow from.
  private func noteChange() {
    if let id = grid.selection.id, let size = cell.content.info?.size, sizes[id] != size {
      note(size, of: id)
      if !isPlain(id) { grid.followAgain() }
    }
    grid.onChange()
  }

  private func note(_ size: PixelSize, of id: PhotoID) {
    if sizes.count >= Self.sizeLimit { sizes = [:] }
    sizes[id] = size
  }

  // MARK: - What is wanted

  /// What is wanted: the photo that is shown, and the next one.
  package var requests: [ImageRequest] {
    let (index, entries) = (grid.selection.index, grid.arrangement.entries)
    let next = index + (grid.selection.isMovingBack ? -1 : 1)
    return [index, next].filter(entries.indices.contains).map {
      request(for: entries[$0]).markingClipping(marksClipping)
    }
  }

  /// Whether a photo is shown whole and as its file says, as far as is known.
  private func isPlain(_ id: PhotoID) -> Bool {
    sizes[id] == nil || turns[id] == nil && !(isChosen(for: id) && viewport.zoom != .fit)
  }

  private func request(for entry: CatalogEntry) -> ImageRequest {
    let room = room(entry.photo, grid.layout.area)
    let whole = grid.request(for: entry.photo, in: room, extent: .fitting)
    if sizes[entry.id] == nil, chosen != nil,
      let size = grid.loader.cachedTile(for: whole)?.info.size
    {
      note(size, of: entry.id)
    }
    guard !isPlain(entry.id), let sight = sight(of: entry.id, in: room) else { return whole }
    let cells = cells(for: sight)
    if entry.id == grid.selection.id { drawn = (sight, cells) }
    return grid.request(for: entry.photo, in: room, extent: .part(sight.part(in: cells)))
  }

  /// How a photo is looked at in a room; nil while nobody knows its size.
  private func sight(of id: PhotoID, in room: CellSize) -> PhotoSight? {
    sizes[id].map { size in
      PhotoSight(
        of: size, turnedBy: turns[id] ?? .topLeft,
        through: isChosen(for: id) ? viewport : Viewport(), in: grid.form.limited(room),
        cell: grid.form.pixelCell)
    }
  }

  /// Whether a photo is looked at as was chosen: it is the one that was meant, or as large.
  private func isChosen(for id: PhotoID) -> Bool {
    guard let chosen else { return false }
    return chosen.id == id || keepsZoom && sizes[id] == chosen.size
  }

  /// The photo's own character cells that are drawn: more than are seen, so that a step aside draws
  /// nothing; those that are drawn already as long as they suffice.
  private func cells(for sight: PhotoSight) -> Rect {
    let seen = sight.seen
    if let drawn, drawn.sight.drawsAlike(sight), drawn.cells.intersection(seen) == seen {
      return drawn.cells
    }
    return grid.form.canBeCut ? sight.surroundings : seen
  }

  // MARK: - What is shown

  /// A photo, and what there is to see of it: never one without the other, or there would be an old
  /// picture under a new name.
  private struct Shown {
    let photo: Photo?
    let index: Int
    let content: CellContent
    /// What of the photo the tile shows; nil for all of it.
    let part: PicturePart?
    /// Where the tile stands in the room; nil for the middle.
    var place: CellPoint?
  }

  /// Looks what is to be shown, and remembers it.
  private func current() -> Shown {
    let content = cell.content
    let isThere = content.tile != nil || content.isFinal
    let part = cell.viewModel?.request?.part
    let isOther = last?.photo != grid.selectedPhoto || last?.part != part
    if var last, !isThere, isOther, !grid.isEmpty {
      // What is there of it moves along.
      if let part = last.part, last.photo == grid.selectedPhoto { last.place = place(of: part) }
      return last
    }
    let shown = Shown(
      photo: grid.selectedPhoto, index: grid.selection.index, content: content, part: part,
      place: part.flatMap(place))
    if isThere { last = shown }
    return shown
  }

  /// Where a part stands in the room; nil where it is one of another size.
  private func place(of part: PicturePart) -> CellPoint? {
    guard let sight, sight.whole == part.whole, sight.turn == part.turn else { return nil }
    let cell = grid.form.pixelCell
    let place = sight.place(
      of: Rect(
        column: part.part.x / cell.width, row: part.part.y / cell.height, columns: 0, rows: 0))
    return CellPoint(column: place.column + origin.column, row: place.row + origin.row)
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

extension TileForm {
  /// Whether a tile may stand partly outside its room: characters, and what takes their place one by one.
  fileprivate var canBeCut: Bool {
    switch self {
    case .symbols: true
    case .pixels(let form): form.encoding == .rgb
    }
  }
}
