package import Catalog
import Concurrency
package import ExpiringCache
package import Grid
package import Imaging
package import Pipeline

/// The selected photo of a grid by itself, whole or close up, or beside others to compare it with.
///
/// One of its panes follows the selection for as long as the viewer is open, and the photos are loaded
/// before all others; then comes the next one in the direction of travel.
///
/// ```swift
/// let viewer = PhotoViewer(of: grid) { photo, area in area }
/// grid.move(.right)            // viewer.focused.photo is the next one
/// viewer.look { $0.zoom(to: .scale(1)) }
/// viewer.compare(2)            // the one after that stands beside it
/// viewer.close()
/// ```
@MainActor
package final class PhotoViewer: SelectionFollowing {
  let grid: GridViewModel
  private let area: @MainActor (CellSize) -> CellSize
  private let clock: any Clock<Duration>
  private let playsByItself: Bool
  private let room: @MainActor (Photo, CellSize) -> CellSize
  /// The photos side by side: at least one.
  var panes: [PhotoPane] = []
  /// Which of them follows the selection.
  var focus = 0
  /// The burst of which one frame is to be left; nil while nobody picks one.
  var survey: Survey?
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
  /// The sizes of photos in their own pixels, as far as they are known.
  private var sizes = PhotoSizes()

  /// Whether the next photo comes by itself: it is loaded ahead whichever way somebody has gone, and
  /// shown when all of its picture is there.
  package var goesOnByItself = false { didSet { grid.followAgain() } }
  /// What photos stand on.
  package var background: ViewerBackground { didSet { grid.followAgain() } }
  /// Whether no text is seen: photos have the line below the area as well, and no captions.
  package var hidesText: Bool {
    didSet {
      resize()
      grid.followAgain()
    }
  }

  /// Opens the selected photo of a grid.
  /// - Parameters:
  ///   - grid: Whose selection is followed.
  ///   - clock: What photos that move are shown by.
  ///   - playsByItself: Whether photos that move are played before anybody asks for it.
  ///   - background: What photos stand on.
  ///   - hidesText: Whether no text is seen.
  ///   - area: Says how much of the grid's area there is for photos, from its upper left corner on.
  ///   - room: Says how much of an area there is for the picture of a photo that is alone, both in
  ///     character cells.
  package init(
    of grid: GridViewModel, clock: any Clock<Duration> = WorkClock(), playsByItself: Bool = true,
    on background: ViewerBackground = .terminal, hidesText: Bool = false,
    area: @escaping @MainActor (CellSize) -> CellSize = { $0 },
    room: @escaping @MainActor (Photo, CellSize) -> CellSize = { $1 }
  ) {
    self.grid = grid
    self.clock = clock
    self.playsByItself = playsByItself
    self.background = background
    self.hidesText = hidesText
    self.area = area
    self.room = room
    panes = [pane()]
    grid.follower = self
  }

  func pane(of id: PhotoID? = nil, at index: Int = 0) -> PhotoPane {
    PhotoPane(
      of: id, at: index,
      playing: MotionPlayer(
        loader: grid.loader, clock: clock, playsByItself: playsByItself, onChange: grid.onChange),
      onChange: { [weak self] in self?.noteChange() })
  }

  // MARK: - What is shown

  /// The photos as they are to be drawn: one, or those that are compared.
  package var photos: [VisiblePhoto] {
    zip(panes, frames).map { pane, frame in show(pane, in: frame) }
  }

  /// The photo that keys are meant for.
  package var focused: VisiblePhoto { show(panes[focus], in: frames[focus]) }

  /// What there is of the photo that keys are meant for, while another may still be seen in its place.
  var awaited: CellContent { panes[focus].cell.content }

  private func show(_ pane: PhotoPane, in frame: Rect) -> VisiblePhoto {
    pane.show(
      aim(of: pane), on: background, in: frame, hasFocus: pane === panes[focus],
      onlyWhole: goesOnByItself)
  }

  /// How the selected photo is looked at; nil while nobody knows its size.
  package var sight: PhotoSight? { aim?.sight }

  /// What is seen of the photo that keys are meant for; nil until its tile is there.
  package var seen: SeenPicture? {
    guard case .picture = focusedCell.content, let request = focusedCell.viewModel?.request
    else { return nil }
    let sight = request.part == nil ? nil : sight
    return SeenPicture(request.markingClipping(false), part: sight.map { $0.part(in: $0.seen) })
  }

  /// The cell of the photo that keys are meant for.
  package var focusedCell: PhotoCell { panes[focus].cell }

  /// Where that begins in the area.
  package var origin: CellPoint { frames[focus].origin }

  /// Plays the photo that keys are meant for, where it moves.
  package var motion: MotionPlayer { panes[focus].motion }

  /// Whether the selected photo is shown whole and as its file says.
  package var isPlain: Bool { grid.selection.id.map(isPlain) ?? true }

  /// Whether there is more than one photo.
  package var isComparing: Bool { panes.count > 1 }

  /// What is known of the grid and of the photo that keys are meant for, and which one is on its way.
  package var status: GridStatus {
    let shown = focused
    var status = grid.status(
      of: shown.photo, shown.id, near: shown.index, showing: shown.content)
    if shown.photo != grid.selectedPhoto { status.awaitedName = grid.status.name }
    return status
  }

  // MARK: - What changes it

  /// Looks at the photo in another way, and at those beside it.
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

  /// Forgets the photos before, whose pictures were made for other rooms.
  package func resize() {
    for pane in panes { pane.forgetLast() }
  }

  /// Takes the pictures off the screen and lets them load again; those in memory are back at once.
  /// - Returns: What was on the screen, in pictures and bytes.
  package func reset() -> CacheUsage {
    defer { for cell in cells { cell.reset() } }
    return CacheUsage(of: cells)
  }

  /// Hears that the photos have been drawn: what moves goes on.
  package func noteDrawn() {
    for pane in panes { pane.motion.noteDrawn() }
  }

  /// Plays nothing until the photos are drawn again.
  package func rest() {
    for pane in panes { pane.motion.rest() }
  }

  /// Returns to the grid.
  package func close() {
    endSurvey()
    if chosen != nil { grid.loader.forgetCloseUps() }
    for pane in panes { pane.motion.leave() }
    for cell in cells { cell.unbind() }
    grid.follower = nil
  }

  /// Takes note of sizes, which what is wanted of a photo may follow from.
  func noteChange() {
    var isOther = false
    for pane in panes {
      pane.play()
      guard let id = id(of: pane), let photo = pane.cell.photo,
        note(pane.cell.content, of: photo, id)
      else { continue }
      if !isPlain(id) { isOther = true }
    }
    if isOther { grid.followAgain() }
    grid.noteCell()
  }

  /// Notes what a content tells of a photo's size; one that was a guess may be another, and what is seen
  /// of the photo stays as large then.
  /// - Returns: Whether another size is known now.
  private func note(_ content: CellContent, of photo: Photo, _ id: PhotoID) -> Bool {
    let before = sizes[id]
    guard let size = content.info?.size, sizes.note(size, of: photo, id, content.hasLarger)
    else { return false }
    if let before, let new = sizes[id], let old = chosen, old.id == id, photo.onWeb != nil {
      viewport.zoom = viewport.zoom.kept(from: before, to: new)
      chosen?.size = new
    }
    return true
  }
}

// MARK: - What is wanted

extension PhotoViewer {
  /// The cells of its photos.
  package var cells: [PhotoCell] { panes.map(\.cell) }

  /// Its photos.
  package var shownIDs: Set<PhotoID> { Set(panes.compactMap(id)) }

  /// Wants the photo that keys are meant for first, those beside it, and the next one in the direction
  /// of travel.
  package func follow() -> FollowerRequests {
    followSurvey()
    closeLostPanes()
    let shown = ([panes[focus]] + otherPanes).compactMap { pane in
      aim(of: pane).map { aim in
        let cells = cells(for: aim, in: pane)
        if let cells, let sight = aim.sight { pane.note(drawn: cells, for: sight) }
        return (cell: pane.cell, request: request(for: aim, cells))
      }
    }
    let ahead = next.map { request(for: $0, cells(for: $0, in: panes[focus])) }
    return FollowerRequests(shown: shown, ahead: [ahead].compactMap(\.self))
  }

  /// The next photo in the direction of travel that is not shown.
  private var next: PhotoAim? {
    let isBack = grid.selection.isMovingBack && !goesOnByItself
    let (entries, step) = (grid.arrangement, isBack ? -1 : 1)
    let others = Set(otherPanes.compactMap(\.id))
    var index = grid.selection.index + step
    while entries.photoIndices.contains(index), others.contains(entries[index].id) { index += step }
    return aim(at: index, in: frames[focus].size)
  }

  /// The photo's own character cells that are drawn; nil where the whole photo is, as its file says.
  private func cells(for aim: PhotoAim, in pane: PhotoPane) -> Rect? {
    guard !isPlain(aim.id), let sight = aim.sight else { return nil }
    return pane.cells(for: sight, canBeCut: grid.form.canBeCut)
  }

  private func request(for aim: PhotoAim, _ cells: Rect?) -> ImageRequest {
    let part = cells.flatMap { cells in aim.sight?.part(in: cells) }
    return grid.request(
      for: aim.photo, in: aim.room, extent: part.map(PictureExtent.part) ?? .fitting,
      form: background.form(on: grid.form)
    ).markingClipping(marksClipping)
  }

  /// Whether a photo is shown whole and as its file says, as far as is known.
  private func isPlain(_ id: PhotoID) -> Bool {
    sizes[id] == nil || turns[id] == nil && !(isChosen(for: id) && viewport.zoom != .fit)
  }

  func id(of pane: PhotoPane) -> PhotoID? {
    pane === panes[focus] ? grid.selection.id : pane.id
  }

  var frames: [Rect] {
    var all = grid.layout.area
    if hidesText { all.rows += 1 }
    return PaneLayout(panes.count, in: area(all), cellAspect: grid.form.cellAspect).frames
  }

  /// Whether the names of photos stand below them.
  private var hasCaptions: Bool { isComparing && !hidesText }

  private var aim: PhotoAim? { aim(of: panes[focus]) }

  func aim(of pane: PhotoPane) -> PhotoAim? {
    guard let id = id(of: pane), let place = panes.firstIndex(where: { $0 === pane }),
      let index = grid.arrangement.index(
        of: id, near: place == focus ? grid.selection.index : pane.index)
    else { return nil }
    pane.index = index
    return aim(at: index, in: frames[place].size)
  }

  /// How the photo at an index of the arrangement is looked at in a frame; nil where there is none.
  private func aim(at index: Int, in frame: CellSize) -> PhotoAim? {
    guard grid.arrangement.indices.contains(index),
      case .photo(let entry) = grid.arrangement[index]
    else { return nil }
    var room = frame
    if hasCaptions {
      room.rows = max(1, room.rows - 1)
    } else if !isComparing {
      room = self.room(entry.photo, frame)
    }
    if sizes[entry.id] == nil, chosen != nil {
      let whole = grid.request(
        for: entry.photo, in: room, extent: .fitting, form: background.form(on: grid.form))
      if let tile = grid.loader.cachedTile(for: whole) {
        _ = note(.picture(tile), of: entry.photo, entry.id)
      }
    }
    let sight = sizes[entry.id].map { size in
      PhotoSight(
        of: size, turnedBy: grid.turn(of: entry.photo).followed(by: turns[entry.id] ?? .topLeft),
        through: isChosen(for: entry.id) ? viewport : Viewport(), in: room,
        cell: grid.form.pixelCell)
    }
    return PhotoAim(
      id: entry.id, photo: entry.photo, index: index, room: room,
      sight: sight,
      caption: hasCaptions ? grid.caption(of: entry.photo, columns: room.columns) : nil,
      isSharpest: grid.sharpestCount(entry.id) != nil)
  }

  /// Whether a photo is looked at as was chosen: it is the one that was meant, or as large, or beside it.
  private func isChosen(for id: PhotoID) -> Bool {
    guard let chosen else { return false }
    return isComparing || chosen.id == id || keepsZoom && sizes[id] == chosen.size
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
