package import Catalogs
package import ImagePipeline
package import Imaging

extension GridViewModel {
  /// Nearest to the selection first.
  var lentCells: [PhotoCell] {
    nearestFirst(visibleRange).flatMap { index in
      wanted(at: index).compactMap { cells[$0.key] }
    }
  }

  var cellsInUse: [PhotoCell] { (follower?.cells ?? []) + lentCells }

  var selectedContent: CellContent {
    isEmpty ? .placeholder : content(of: arrangement[selection.index])
  }

  func content(of entry: GridEntry) -> CellContent {
    guard let folder = entry.folder else { return cells[entry.id]?.content ?? .placeholder }
    let finding = looks[folder]
    let parts = (finding?.cover ?? []).indices
    return .folder(
      FolderContent(
        finding,
        cover: parts.map { cells[CellKey(id: folder.id, part: $0)]?.content ?? .placeholder }
      ))
  }

  var visibleRange: Range<Int> {
    layout.visibleCells(firstRow: selection.firstRow, in: rows)
  }

  /// Applies a change: now, or at the end of `combine`.
  func update() {
    selection.reveal(in: layout, of: arrangement)
    marks.follow(selection, in: arrangement)
    guard !isCombining else {
      isUpdateDue = true
      return
    }
    lendCells()
    readVisibleRatings()
    onChange()
  }

  package func noteCell() {
    readVisibleRatings()
    onChange()
  }

  private func lendCells() {
    let nearest = nearestFirst(visibleRange)
    looks.want(nearest.compactMap { arrangement[$0].folder })
    let shown = nearest.flatMap(wanted)
    let ahead = requestsAhead
    let first = follower?.follow() ?? FollowerRequests()
    // While a photo is shown alone, the grid behind it is not visible.
    loader.prioritise(
      first.all + shown.map(\.request) + ahead, focused: first.shown.count,
      visible: first.shown.isEmpty ? first.all.count + shown.count : first.all.count)
    pins.pin(exactly: first.shown.map(\.request) + shown.map(\.request))
    bindFollower(to: first)
    cells.lend(exactly: shown)
    prefetcher.want(first.ahead + ahead)
    demand.want(visibleRange.upperBound + 2 * layout.cellsPerScreen)
    // Last: a page that is cached may change the count, and with it the visible range.
    wantPages(nearest)
  }

  private func bindFollower(to requests: FollowerRequests) {
    for cell in follower?.cells ?? [] where !requests.shown.contains(where: { $0.cell === cell }) {
      cell.unbind()
    }
    for (cell, request) in requests.shown { cell.bind(request, loader: loader) }
  }

  private func wanted(at index: Int) -> [(key: CellKey, request: ImageRequest)] {
    switch arrangement[index] {
    case .photo(let entry):
      return [(CellKey(id: entry.id), request(for: entry.photo, in: layout.picture))]
    case .unread: return []
    case .folder(let folder):
      let room = coverLayout.picture
      return (looks[folder]?.cover ?? []).enumerated().map { part, photo in
        (CellKey(id: folder.id, part: part), request(for: photo, in: room))
      }
    }
  }

  private var coverLayout: CoverLayout {
    var room = layout.picture
    if layout.captionRows == 0 { room.rows = max(1, room.rows - 1) }
    return CoverLayout(in: room)
  }

  private var requestsAhead: [ImageRequest] {
    prefetchRange.compactMap { index in
      arrangement[index].photo.map { request(for: $0, in: layout.picture) }
    }
  }

  package func request(
    for photo: Photo, in cells: CellSize, extent: PictureExtent = .filling, form: TileForm? = nil
  ) -> ImageRequest {
    let form = form ?? self.form
    return ImageRequest(
      photo: photo, cells: cells, form: form, extent: extent, turnedBy: turn(of: photo))
  }

  var wantedRequests: [ImageRequest] {
    (follower?.follow().all ?? []) + visibleRange.flatMap { wanted(at: $0).map(\.request) }
      + requestsAhead
  }

  private func nearestFirst(_ range: Range<Int>) -> [Int] {
    range.sorted { abs($0 - selection.index) < abs($1 - selection.index) }
  }

  /// One screen beyond the visible range, in the direction of travel, nearest first.
  var prefetchRange: [Int] {
    let visible = visibleRange
    let screen = layout.cellsPerScreen
    return selection.isMovingBack
      ? (max(0, visible.lowerBound - screen)..<visible.lowerBound).reversed()
      : Array(visible.upperBound..<min(arrangement.count, visible.upperBound + screen))
  }
}
