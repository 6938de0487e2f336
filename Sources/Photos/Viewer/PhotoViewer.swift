import Base
package import Catalogs
package import ExpiringCache
package import ImagePipeline
package import Imaging

/// Shows the selected photo of a grid alone, whole or zoomed, or compares several photos.
///
/// One pane follows the selection. Its photos are loaded before all others, then the next one in
/// the direction of travel.
///
/// ```swift
/// let viewer = PhotoViewer(of: grid) { photo, area in area }
/// grid.move(.right)            // viewer.focused.photo is the next one
/// viewer.look { $0.zoom(to: .scale(1)) }
/// viewer.compare(2)            // the one after that is beside it
/// viewer.close()
/// ```
@MainActor
package final class PhotoViewer: SelectionFollowing {
  let grid: GridViewModel
  private let area: @MainActor (CellSize) -> CellSize
  private let clock: any Clock<Duration>
  private let playsByItself: Bool
  private let room: @MainActor (Photo, CellSize) -> CellSize
  var panes: [PhotoPane] = []
  /// Index of the pane that follows the selection.
  var focus = 0
  var survey: Survey?
  private var viewport = Viewport()
  /// The photo that the viewport was set for, and its size in pixels.
  private var chosen: (id: PhotoID, size: PixelSize)?
  /// Whether the next photo keeps the viewport if it has the same size.
  package private(set) var keepsZoom = true
  package var marksClipping = false { didSet { grid.followAgain() } }
  /// Rotations by the user.
  private var turns: [PhotoID: Orientation] = [:]
  private var sizes = PhotoSizes()

  /// Whether a slideshow runs: the next photo is prefetched in forward direction, and shown only
  /// when it is loaded.
  package var goesOnByItself = false { didSet { grid.followAgain() } }
  package var background: ViewerBackground { didSet { grid.followAgain() } }
  /// Also uses the row below the area, and hides captions.
  package var hidesText: Bool {
    didSet {
      resize()
      grid.followAgain()
    }
  }

  /// `area` returns the part of the grid's area for photos; `room` the frame of a single photo in
  /// it.
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

  package var photos: [VisiblePhoto] {
    zip(panes, frames).map { pane, frame in show(pane, in: frame) }
  }

  package var focused: VisiblePhoto { show(panes[focus], in: frames[focus]) }

  /// The content of the focused photo, which may not be visible yet.
  var awaited: CellContent { panes[focus].cell.content }

  private func show(_ pane: PhotoPane, in frame: Rect) -> VisiblePhoto {
    pane.show(
      aim(of: pane), on: background, in: frame, hasFocus: pane === panes[focus],
      onlyWhole: goesOnByItself)
  }

  package var sight: ViewportState? { aim?.sight }

  /// The visible part of the focused photo; nil until its tile is loaded.
  package var seen: SeenPicture? {
    guard case .picture = focusedCell.content, let request = focusedCell.viewModel?.request
    else { return nil }
    let sight = request.part == nil ? nil : sight
    return SeenPicture(request.markingClipping(false), part: sight.map { $0.part(in: $0.seen) })
  }

  package var focusedCell: PhotoCell { panes[focus].cell }

  package var origin: CellPoint { frames[focus].origin }

  package var motion: MotionPlayer { panes[focus].motion }

  /// Whether the selected photo is shown whole and without rotation.
  package var isPlain: Bool { grid.selection.id.map(isPlain) ?? true }

  package var isComparing: Bool { panes.count > 1 }

  /// Status of the grid and the focused photo, with the name of the photo being loaded.
  package var status: GridStatus {
    let shown = focused
    var status = grid.status(
      of: shown.photo, shown.id, near: shown.index, showing: shown.content)
    if shown.photo != grid.selectedPhoto { status.awaitedName = grid.status.name }
    return status
  }

  /// Changes the viewport of all panes; false while the size of the photo is unknown.
  package func look(_ change: (inout ViewportState) -> Void) -> Bool {
    guard let id = grid.selection.id, var sight else { return false }
    change(&sight)
    viewport = sight.viewport
    chosen = (id, sight.photo)
    grid.followAgain()
    return true
  }

  /// Adds a rotation; false while the size of the photo is unknown.
  package func turn(by turn: Orientation) -> Bool {
    guard let id = grid.selection.id, sizes[id] != nil else { return false }
    let all = (turns[id] ?? .topLeft).followed(by: turn)
    turns[id] = all == .topLeft ? nil : all
    viewport.focus = SIMD2(0.5, 0.5)
    grid.followAgain()
    return true
  }

  package func toggleKeepingZoom() -> Bool {
    keepsZoom.toggle()
    if keepsZoom, let id = grid.selection.id, let size = sizes[id] { chosen = (id, size) }
    return keepsZoom
  }

  /// Drops the last contents, which have another size.
  package func resize() {
    for pane in panes { pane.forgetLast() }
  }

  package func reset() -> CacheUsage {
    defer { for cell in cells { cell.reset() } }
    return CacheUsage(of: cells)
  }

  package func noteDrawn() {
    for pane in panes { pane.motion.noteDrawn() }
  }

  /// Releases decoders until the photos are drawn again.
  package func rest() {
    for pane in panes { pane.motion.rest() }
  }

  package func close() {
    endSurvey()
    if chosen != nil { grid.loader.forgetCloseUps() }
    for pane in panes { pane.motion.leave() }
    for cell in cells { cell.unbind() }
    grid.follower = nil
  }

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

  /// Records the size of a content; if it replaces a guess, the zoom is adapted to keep the visible
  /// size.
  ///
  /// Returns whether the size changed.
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

// MARK: - Requests

extension PhotoViewer {
  package var cells: [PhotoCell] { panes.map(\.cell) }

  package var shownIDs: Set<PhotoID> { Set(panes.compactMap(id)) }

  /// Requests the focused photo first, then the other panes, then the next photo.
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

  /// The next photo in the direction of travel that is in no pane.
  private var next: PaneTarget? {
    let isBack = grid.selection.isMovingBack && !goesOnByItself
    let (entries, step) = (grid.arrangement, isBack ? -1 : 1)
    let others = Set(otherPanes.compactMap(\.id))
    var index = grid.selection.index + step
    while entries.photoIndices.contains(index), others.contains(entries[index].id) { index += step }
    return aim(at: index, in: frames[focus].size)
  }

  /// The photo's character cells to render; nil for the whole photo without rotation.
  private func cells(for aim: PaneTarget, in pane: PhotoPane) -> Rect? {
    guard !isPlain(aim.id), let sight = aim.sight else { return nil }
    return pane.cells(for: sight, canBeCut: grid.form.canBeCut)
  }

  private func request(for aim: PaneTarget, _ cells: Rect?) -> ImageRequest {
    let part = cells.flatMap { cells in aim.sight?.part(in: cells) }
    return grid.request(
      for: aim.photo, in: aim.room, extent: part.map(PictureExtent.part) ?? .fitting,
      form: background.form(on: grid.form)
    ).markingClipping(marksClipping)
  }

  /// Whether a photo is shown whole and without rotation, as far as known.
  private func isPlain(_ id: PhotoID) -> Bool {
    sizes[id] == nil || turns[id] == nil && !(isChosen(for: id) && viewport.zoom != .fit)
  }

  func id(of pane: PhotoPane) -> PhotoID? {
    pane === panes[focus] ? grid.selection.id : pane.id
  }

  var frames: [Rect] {
    var all = grid.layout.area
    if hidesText { all.rows += 1 }
    return PaneLayout(
      panes.count, in: area(all), cellAspect: grid.form.cellAspect, hasCaptions: hasCaptions
    ).frames
  }

  private var hasCaptions: Bool { isComparing && !hidesText }

  private var aim: PaneTarget? { aim(of: panes[focus]) }

  func aim(of pane: PhotoPane) -> PaneTarget? {
    guard let id = id(of: pane), let place = panes.firstIndex(where: { $0 === pane }),
      let index = grid.arrangement.index(
        of: id, near: place == focus ? grid.selection.index : pane.index)
    else { return nil }
    pane.index = index
    return aim(at: index, in: frames[place].size)
  }

  private func aim(at index: Int, in frame: CellSize) -> PaneTarget? {
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
      ViewportState(
        of: size, turnedBy: grid.turn(of: entry.photo).followed(by: turns[entry.id] ?? .topLeft),
        through: isChosen(for: entry.id) ? viewport : Viewport(), in: room,
        cell: grid.form.pixelCell)
    }
    return PaneTarget(
      id: entry.id, photo: entry.photo, index: index, room: room,
      sight: sight,
      caption: hasCaptions ? grid.caption(of: entry.photo, columns: room.columns) : nil,
      isSharpest: grid.sharpestCount(entry.id) != nil)
  }

  /// Whether the viewport applies to a photo: the one it was set for, one as large, or a compared
  /// one.
  private func isChosen(for id: PhotoID) -> Bool {
    guard let chosen else { return false }
    return isComparing || chosen.id == id || keepsZoom && sizes[id] == chosen.size
  }
}

extension TileForm {
  /// Whether a tile may be partly outside its frame: symbols, and pixels placed by symbols.
  fileprivate var canBeCut: Bool {
    switch self {
    case .symbols: true
    case .pixels(let form): form.encoding == .rgb
    }
  }
}
