import Base
package import Catalogs
package import ExpiringCache
package import ImagePipeline
package import Imaging

/// Shows the selected photo of a grid alone, whole or zoomed, or compares several photos. One pane
/// follows the selection. Its photos are loaded before all others, then the next one in the
/// direction of travel.
@MainActor
package final class PhotoViewer {
  package static var paneLimit: Int { PaneLayout.limit }

  private let grid: GridViewModel
  private let area: @MainActor (CellSize) -> CellSize
  private let clock: any Clock<Duration>
  private let playsByItself: Bool
  private let room: @MainActor (Photo, CellSize) -> CellSize
  private var panes: [PhotoPane] = []
  /// Index of the pane that follows the selection.
  private var focus = 0
  private var survey: Survey?
  /// Stays when photos are added or removed, until all in the new arrangement can be drawn.
  private var drawn: [VisiblePhoto] = []
  package private(set) var comparison = ComparisonView.sideBySide
  /// Shows two photos in one place; nil unless `comparison` is blended.
  private var blendPane: PhotoPane?
  private var viewport = Viewport()
  /// The photo that the viewport was set for, and its size in pixels.
  private var chosen: (id: PhotoID, size: PixelSize)?
  private var turns: [PhotoID: Orientation] = [:]
  private var sizes = PhotoSizes()

  /// Whether the next photo keeps the viewport if it has the same size.
  package private(set) var keepsZoom = true
  package var marksClipping = false { didSet { grid.update() } }
  /// Whether a slideshow runs: prefetches forward, and shows the next photo only when loaded.
  package var goesOnByItself = false { didSet { grid.update() } }
  package var background: ViewerBackground { didSet { grid.update() } }
  /// Also uses the row below the area, and hides captions.
  package var hidesText: Bool {
    didSet {
      resize()
      grid.update()
    }
  }

  /// `area` returns the part of the grid's area for photos; `room` a single photo's frame.
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
    grid.viewer = self
  }

  private func pane(of id: PhotoID? = nil, at index: Int = 0) -> PhotoPane {
    PhotoPane(
      of: id, at: index,
      playing: MotionPlayer(
        loader: grid.loader, clock: clock, playsByItself: playsByItself, onChange: grid.onChange),
      onChange: { [weak self] in self?.handleCellChange() })
  }

  package var photos: [VisiblePhoto] {
    guard comparison == .sideBySide else { return [focused] }
    let shown = zip(panes, frames).map { pane, frame in show(pane, target(of: pane), in: frame) }
    let mayStay = drawn.count != shown.count && drawn.contains(where: \.isDrawable)
    if !mayStay || shown.allSatisfy(\.isDrawable) { drawn = shown }
    return drawn
  }

  /// The photo with the focus, or two photos in one place.
  package var focused: VisiblePhoto {
    guard let blendPane, let target = blendTarget else {
      return show(focusedPane, target(of: focusedPane), in: frames[focus])
    }
    return show(blendPane, target, in: frames[focus])
  }

  private func show(_ pane: PhotoPane, _ target: PaneTarget?, in frame: Rect) -> VisiblePhoto {
    pane.show(
      target, on: background, in: frame, hasFocus: pane === focusedPane || pane === blendPane,
      onlyWhole: goesOnByItself)
  }

  private var focusedPane: PhotoPane { panes[focus] }

  private var otherPanes: [PhotoPane] { panes.filter { $0 !== focusedPane } }

  package var focusedCell: PhotoCell { (blendPane ?? focusedPane).cell }

  package var motion: MotionPlayer { focusedPane.motion }

  package var origin: CellPoint { frames[focus].origin }

  package var view: ViewportState? { target(of: viewedPane)?.view }

  /// The pane whose photo zoom and position are those of.
  private var viewedPane: PhotoPane { blendPane == nil ? focusedPane : panes[0] }

  /// The visible part of the focused photo; nil until its tile is loaded.
  package var seen: SeenPicture? {
    guard case .picture = focusedCell.content, let request = focusedCell.viewModel?.request
    else { return nil }
    let view = request.part == nil ? nil : view
    return SeenPicture(request.markingClipping(false), part: view.map { $0.part(in: $0.seen) })
  }

  package var isPlain: Bool { grid.selection.id.map(isPlain) ?? true }

  package var isComparing: Bool { panes.count > 1 }

  package var status: GridStatus {
    let shown = focused
    // Actions are on the photo with the focus, also while two are in one place.
    if blendPane != nil, let target = target(of: focusedPane), target.id != shown.id {
      let content = shown.content.failureReason == nil ? .placeholder : shown.content
      return grid.status(of: target.photo, target.id, near: target.index, showing: content)
    }
    var status = grid.status(of: shown.photo, shown.id, near: shown.index, showing: shown.content)
    if shown.photo != grid.selectedPhoto, blendPane == nil { status.awaitedName = grid.status.name }
    return status
  }

  /// Changes the viewport of all panes; false while the size of the photo is unknown.
  package func look(_ change: (inout ViewportState) -> Void) -> Bool {
    guard let id = id(of: viewedPane), var view else { return false }
    change(&view)
    viewport = view.viewport
    chosen = (id, view.photo)
    grid.update()
    return true
  }

  /// Adds a rotation; false while the size of the photo is unknown.
  package func turn(by turn: Orientation) -> Bool {
    guard let id = grid.selection.id, sizes[id] != nil else { return false }
    let all = (turns[id] ?? .topLeft).followed(by: turn)
    turns[id] = all == .topLeft ? nil : all
    viewport.focus = SIMD2(0.5, 0.5)
    grid.update()
    return true
  }

  package func toggleKeepingZoom() -> Bool {
    keepsZoom.toggle()
    if keepsZoom, let id = grid.selection.id, let size = sizes[id] { chosen = (id, size) }
    return keepsZoom
  }

  package func resize() {
    forgetContents()
    drawn = []
  }

  /// Drops the last contents, which have another size.
  private func forgetContents() {
    for pane in panes { pane.last = nil }
    blendPane?.last = nil
  }

  package func reset() -> CacheUsage {
    defer { for cell in cells { cell.reset() } }
    return CacheUsage(of: cells)
  }

  package func noteDrawn() {
    for pane in panes { pane.motion.noteDrawn() }
  }

  package func rest() {
    for pane in panes { pane.motion.rest() }
  }

  package func close() {
    endSurvey()
    if chosen != nil { grid.loader.forgetCloseUps() }
    for pane in panes { pane.motion.leave() }
    for cell in cells { cell.unbind() }
    grid.viewer = nil
  }

  private func handleCellChange() {
    var isOther = false
    followMotion()
    for pane in panes {
      guard let id = id(of: pane), let photo = pane.cell.photo,
        recordSize(in: pane.cell.content, of: photo, id)
      else { continue }
      if !isPlain(id) { isOther = true }
    }
    if isOther { grid.update() }
    grid.handleCellChange()
  }

  /// Thumbnails of other programs do not say that a photo has a video; its metadata does.
  func followMotion() {
    for pane in panes {
      let id = id(of: pane)
      var content = pane.cell.content
      if case .picture(let tile) = content, let id, grid.facts[id]?.isMotionPhoto == true {
        content = .picture(tile.moving)
      }
      pane.motion.follow(
        pane.cell.viewModel?.request, showing: content, clip: id.flatMap(grid.clip))
    }
  }

  /// Returns whether the size changed; after a guess, the zoom keeps the visible size.
  private func recordSize(in content: CellContent, of photo: Photo, _ id: PhotoID) -> Bool {
    let before = sizes[id]
    guard let size = content.info?.size, sizes.record(size, of: photo, id, content.hasLarger)
    else { return false }
    if let before, let new = sizes[id], let old = chosen, old.id == id, photo.onWeb != nil {
      viewport.zoom = viewport.zoom.kept(from: before, to: new)
      chosen?.size = new
    }
    return true
  }
}

// MARK: - Requests

struct ViewerRequests {
  /// Requests of visible cells, most urgent first; all other cells are unbound.
  var shown: [(cell: PhotoCell, request: ImageRequest)] = []
  var ahead: [ImageRequest] = []

  var all: [ImageRequest] { shown.map(\.request) + ahead }
}

extension PhotoViewer {
  /// The grid binds, resets and retries them before its own.
  package var cells: [PhotoCell] { panes.map(\.cell) + [blendPane?.cell].compactMap(\.self) }

  /// Requests the focused photo first, then the other panes, then the next photo.
  func follow() -> ViewerRequests {
    followSurvey()
    closeLostPanes()
    if let blendPane, let request = blendRequest(in: blendPane) {
      return ViewerRequests(shown: [(cell: blendPane.cell, request: request)])
    }
    let shown = ([focusedPane] + otherPanes).compactMap { pane in
      target(of: pane).map { target in
        let cells = cells(for: target, in: pane)
        if let cells, let view = target.view { pane.drawn = (view, cells) }
        return (cell: pane.cell, request: request(for: target, cells))
      }
    }
    let ahead = next.map { request(for: $0, cells(for: $0, in: focusedPane)) }
    return ViewerRequests(shown: shown, ahead: [ahead].compactMap(\.self))
  }

  func bind(_ requests: ViewerRequests) {
    for cell in cells where !requests.shown.contains(where: { $0.cell === cell }) { cell.unbind() }
    for (cell, request) in requests.shown { cell.bind(request, loader: grid.loader) }
  }

  private var next: PaneTarget? {
    let step = grid.selection.isMovingBack && !goesOnByItself ? -1 : 1
    return index(steps: step).flatMap { target(at: $0, in: frames[focus].size) }
  }

  /// The index of the nth photo after the selected one, or before, that is in no other pane; the
  /// last one before the end if there are fewer.
  private func index(steps: Int) -> Int? {
    let (entries, others) = (grid.arrangement, Set(otherPanes.compactMap(\.id)))
    let step = steps.signum()
    var (index, left, found) = (grid.selection.index + step, abs(steps), Int?.none)
    while left > 0, entries.photoIndices.contains(index) {
      if !others.contains(entries[index].id) { (found, left) = (index, left - 1) }
      index += step
    }
    return found
  }

  /// The photo's character cells to render; nil for the whole photo without rotation.
  private func cells(for target: PaneTarget, in pane: PhotoPane) -> Rect? {
    guard !isPlain(target.id), let view = target.view else { return nil }
    return pane.cells(for: view, canBeCut: canBeCut)
  }

  /// A tile may be partly outside its frame if it is of symbols, or of pixels placed by symbols.
  private var canBeCut: Bool { [nil, .rgb].contains(grid.form.encoding) }

  private func request(for target: PaneTarget, _ cells: Rect?) -> ImageRequest {
    let part = cells.flatMap { cells in target.view?.part(in: cells) }
    return request(for: target.photo, in: target.room, part.map(PictureExtent.part) ?? .fitting)
      .markingClipping(marksClipping)
  }

  private func request(
    for photo: Photo, in room: CellSize, _ extent: PictureExtent
  ) -> ImageRequest {
    grid.request(for: photo, in: room, extent: extent, form: background.form(on: grid.form))
  }

  private func isPlain(_ id: PhotoID) -> Bool {
    sizes[id] == nil || turns[id] == nil && !(isChosen(for: id) && viewport.zoom != .fit)
  }

  private func id(of pane: PhotoPane) -> PhotoID? {
    pane === focusedPane ? grid.selection.id : pane.id
  }

  package var frames: [Rect] {
    var all = grid.layout.area
    all.rows += grid.headerRows + (hidesText ? 1 : 0)
    guard comparison == .sideBySide else {
      let room = area(all)
      let frame = Rect(column: 0, row: 0, columns: room.columns, rows: room.rows)
      return Array(repeating: frame, count: panes.count)
    }
    return PaneLayout(
      panes.count, in: area(all), cellAspect: grid.form.cellAspect, hasCaptions: hasCaptions
    ).frames
  }

  private var hasCaptions: Bool { isComparing && !hidesText }

  private func target(of pane: PhotoPane) -> PaneTarget? {
    guard let id = id(of: pane), let place = panes.firstIndex(where: { $0 === pane }),
      let index = grid.arrangement.index(
        of: id, near: place == focus ? grid.selection.index : pane.index)
    else { return nil }
    pane.index = index
    return target(at: index, in: frames[place].size)
  }

  private func target(at index: Int, in frame: CellSize) -> PaneTarget? {
    guard grid.arrangement.indices.contains(index), case .photo(let entry) = grid.arrangement[index]
    else { return nil }
    var room = frame
    if hasCaptions {
      room.rows = max(1, room.rows - 1)
    } else if !isComparing {
      room = self.room(entry.photo, frame)
    }
    if sizes[entry.id] == nil, chosen != nil,
      let tile = grid.loader.cachedTile(for: request(for: entry.photo, in: room, .fitting))
    {
      _ = recordSize(in: .picture(tile), of: entry.photo, entry.id)
    }
    let view = sizes[entry.id].map { size in
      ViewportState(
        photo: size,
        turn: grid.facts.turn(of: entry.photo).followed(by: turns[entry.id] ?? .topLeft),
        viewport: isChosen(for: entry.id) ? viewport : Viewport(), room: room,
        cell: grid.form.pixelCell)
    }
    return PaneTarget(
      id: entry.id, photo: entry.photo, index: index, room: room, view: view,
      caption: hasCaptions ? caption(of: entry, columns: room.columns) : nil,
      isSharpest: grid.sharpestCount(entry.id) != nil, rating: grid.facts[entry.id]?.shownRating)
  }

  /// Whether the viewport applies: to its own photo, one as large, or a compared one.
  private func isChosen(for id: PhotoID) -> Bool {
    guard let chosen else { return false }
    return isComparing || chosen.id == id || keepsZoom && sizes[id] == chosen.size
  }
}

// MARK: - Comparison

extension PhotoViewer {
  /// Compares the selected photo with the following ones, or the preceding ones at the end; `count`
  /// is limited to 2...`paneLimit`. False if there is no other photo.
  package func compare(_ count: Int) -> Bool {
    let photos = grid.arrangement.photoIndices
    let count = min(max(2, count), Self.paneLimit, photos.count)
    guard count > 1, !isComparing else { return false }
    let first = min(grid.selection.index, photos.upperBound - count)
    compare(Array(first..<first + count))
    return true
  }

  /// Compares 2...`paneLimit` marked photos; focuses the selected one, or the first.
  package func compareMarked() -> Bool {
    guard !isComparing, (2...Self.paneLimit).contains(grid.marks.count) else { return false }
    let entries = grid.arrangement
    let marked = entries.indices.filter { grid.marks.contains(entries[$0].id) }
    guard marked.count > 1 else { return false }
    if !marked.contains(grid.selection.index) { grid.select(marked[0]) }
    compare(marked)
    return true
  }

  private func compare(_ indices: [Int]) {
    let old = focusedPane
    panes = indices.map { index in
      index == grid.selection.index ? old : pane(of: grid.arrangement[index].id, at: index)
    }
    focus = indices.firstIndex(of: grid.selection.index) ?? 0
    forgetContents()
    grid.update()
  }

  package func focusNext(by steps: Int = 1) {
    focus(on: ((focus + steps) % panes.count + panes.count) % panes.count)
  }

  package func focus(at point: CellPoint) {
    guard comparison == .sideBySide else { return }
    if let index = frames.firstIndex(where: { $0.contains(point) }) { focus(on: index) }
  }

  private func focus(on index: Int) {
    guard index != focus, let target = target(of: panes[index]) else { return }
    (focusedPane.id, focusedPane.index) = (grid.selection.id, grid.selection.index)
    focus = index
    grid.select(target.index)
  }

  package func endComparison() {
    guard !isSurveying else { return endSurvey() }
    keep([focusedPane])
    grid.update()
  }

  /// Selects another photo, skipping those in other panes; in a survey, moves the focus.
  package func step(by steps: Int) {
    guard !isSurveying else { return focusNext(by: steps) }
    grid.select(index(steps: steps) ?? grid.selection.index)
  }

  /// Closes the pane with the focus before its photo is removed, rather than show one there that was
  /// not chosen.
  func leave(_ paths: [ByteString]) {
    let isLost = { (pane: PhotoPane) in
      self.target(of: pane).map { $0.photo.path.map(paths.contains) ?? false } ?? true
    }
    let others = (1..<max(1, panes.count)).map { (focus + $0) % panes.count }
    guard isComparing, !isSurveying, isLost(focusedPane),
      let next = others.first(where: { !isLost(panes[$0]) })
    else { return }
    let pane = focusedPane
    focus(on: next)
    keep(panes.filter { $0 !== pane })
  }

  /// Closes panes whose photos are gone, or equal to the focused one.
  private func closeLostPanes() {
    keep(
      panes.filter { pane in
        pane === focusedPane || pane.id != grid.selection.id && target(of: pane) != nil
      })
  }

  private func keep(_ new: [PhotoPane]) {
    let (old, focused) = (panes, focusedPane)
    for pane in old where !new.contains(where: { $0 === pane }) { pane.cell.unbind() }
    panes = new
    focus = panes.firstIndex { $0 === focused } ?? 0
    if !isComparing { endBlend(for: .sideBySide) }
    if panes.count != old.count { forgetContents() }
  }
}

package enum ComparisonView: Hashable, Sendable {
  case sideBySide
  case inTurn
  /// The first photo and the one with the focus, or the second, in one place.
  case blended(PictureBlend)
}

extension PhotoViewer {
  package func show(_ comparison: ComparisonView) {
    guard comparison != self.comparison, isComparing || comparison == .sideBySide else { return }
    let former = focused
    let wasSideBySide = self.comparison == .sideBySide
    if case .blended = comparison {
      self.comparison = comparison
      blendPane = blendPane ?? pane()
    } else {
      endBlend(for: comparison)
    }
    if wasSideBySide || comparison == .sideBySide { forgetContents() }
    // What was on the screen stays until there is something to see.
    if let blendPane, blendPane.last == nil, former.content.tile != nil {
      blendPane.last = former
      blendPane.last?.frame = frames[focus]
    }
    grid.update()
  }

  private func endBlend(for comparison: ComparisonView) {
    self.comparison = comparison
    blendPane?.cell.unbind()
    blendPane = nil
  }

  /// Moves by twentieths of the visible columns, within these.
  package func moveDivider(by steps: Int) {
    guard case .blended(.divided(let place)) = comparison, let seen = view?.seenAcross
    else { return }
    let width = seen.upperBound - seen.lowerBound
    let moved = place + Double(steps) * width / 20
    show(.blended(.divided(at: min(max(seen.lowerBound, moved), seen.upperBound))))
  }

  /// Of the compared photos; empty while the size of one is unknown.
  package var comparedViews: [ViewportState] {
    let views = isComparing ? panes.compactMap { target(of: $0)?.view } : []
    return views.count == panes.count ? views : []
  }

  /// Nil while a size is unknown.
  private var blendedTargets: (PaneTarget, PaneTarget)? {
    guard blendPane != nil, isComparing, let first = target(of: panes[0]),
      let second = target(of: panes[max(1, focus)]), first.view != nil, second.view != nil
    else { return nil }
    return (first, second)
  }

  private var blendTarget: PaneTarget? {
    blendedTargets.map { first, second in
      var target = first
      if let one = first.caption, let two = second.caption {
        let sign = comparison == .blended(.difference) ? " - " : " | "
        target.caption = one + Array(sign.utf8) + two
        target.rating = nil
      }
      return target
    }
  }

  private func blendRequest(in pane: PhotoPane) -> ImageRequest? {
    guard case .blended(let blend) = comparison, let (first, second) = blendedTargets,
      let view = first.view, let other = second.view
    else { return nil }
    let cells = pane.cells(for: view, canBeCut: canBeCut)
    pane.drawn = (view, cells)
    let part = view.part(in: cells)
    return request(for: first.photo, in: first.room, .part(part)).markingClipping(marksClipping)
      .blending(BlendedPhoto(second.photo, part: view.part(of: other, inPlaceOf: part), blend))
  }

  /// With a letter, as files of the same name are compared, unless the photos are side by side.
  private func caption(of entry: CatalogEntry, columns: Int) -> [UInt8] {
    guard comparison != .sideBySide, let place = panes.firstIndex(where: { id(of: $0) == entry.id })
    else { return grid.names.caption(of: entry.photo, columns: columns) }
    let letter = UInt8(ascii: "A") + UInt8(place)
    let room = comparison == .inTurn ? columns - 2 : columns / 2 - 4
    return [letter, UInt8(ascii: " ")] + grid.names.caption(of: entry.photo, columns: room)
  }
}

// MARK: - Surveys

/// A burst in which the user picks one frame; waiting frames replace rejected ones.
package struct Survey: Hashable, Sendable {
  let frames: [PhotoID]
  let origin: PhotoID
  /// Whether the burst was a collapsed stack, which is restored at the end.
  let wasFolded: Bool

  /// The frames to show: each of `shown` keeps its pane while it is in `left`.
  package static func places(after shown: [PhotoID], left: [PhotoID], limit: Int) -> [PhotoID] {
    var waiting = left.filter { !shown.contains($0) }[...]
    let kept = shown.compactMap { left.contains($0) ? $0 : waiting.popFirst() }
    return kept + waiting.prefix(max(0, limit - kept.count))
  }
}

extension PhotoViewer {
  package var isSurveying: Bool { survey != nil }

  package var leftFrames: [PhotoID] { survey?.frames.filter { !grid.facts.isRejected($0) } ?? [] }

  package var surveyedCount: Int { survey?.frames.count ?? 0 }

  /// Surveys the burst of the selected photo; false if fewer than two frames are left.
  package func beginSurvey() -> Bool {
    guard !isSurveying, let id = grid.selection.id else { return false }
    show(.sideBySide)
    let frames = grid.burst(of: id).filter { !grid.facts.isRejected($0) }
    guard frames.count > 1 else { return false }
    keep([focusedPane])
    survey = Survey(frames: frames, origin: id, wasFolded: grid.openStack())
    if !frames.contains(id) { _ = grid.select(frames[0]) }
    grid.update()
    return true
  }

  /// Moves the focus to the next frame that is left, before the current one is replaced.
  package func passOnInSurvey() {
    let left = leftFrames
    let others = (1..<max(1, panes.count)).map { (focus + $0) % panes.count }
    if let next = others.first(where: { panes[$0].id.map(left.contains) == true }) {
      focusNext(by: next - focus)
    } else if let next = left.first {
      _ = grid.select(next)
    }
  }

  package func endSurvey() {
    guard let survey else { return }
    self.survey = nil
    keep([focusedPane])
    _ = grid.select(survey.origin)
    if survey.wasFolded { _ = grid.foldStack() }
    grid.update()
  }

  /// Replaces rejected frames by waiting ones; selecting a photo outside the burst ends the survey.
  private func followSurvey() {
    guard let survey, let selected = grid.selection.id else { return }
    guard survey.frames.contains(selected) else {
      self.survey = nil
      return keep([focusedPane])
    }
    let (arrangement, near) = (grid.arrangement, grid.selection.index)
    // The selected photo stays until another one is selected.
    let left = survey.frames.filter { frame in
      frame == selected
        || !grid.facts.isRejected(frame) && arrangement.index(of: frame, near: near) != nil
    }
    var shown = panes.compactMap(id)
    if shown.count == 1 { shown = Self.first(left, with: selected) }
    let wanted = Survey.places(after: shown, left: left, limit: Self.paneLimit)
    guard wanted != panes.compactMap(id) else { return }
    keep(
      wanted.map { wanted in
        panes.first { id(of: $0) == wanted } ?? pane(of: wanted, at: near)
      })
  }

  private static func first(_ left: [PhotoID], with selected: PhotoID) -> [PhotoID] {
    let others = left.filter { $0 != selected }.prefix(paneLimit - 1)
    return left.filter { $0 == selected || others.contains($0) }
  }
}
