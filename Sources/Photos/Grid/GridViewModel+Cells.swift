package import Catalog
package import Imaging
package import Pipeline

/// Lending cells.
extension GridViewModel {
  /// The cells of the grid, the nearest to the selection first.
  var lentCells: [PhotoCell] {
    nearestFirst(visibleRange).flatMap { index in
      wanted(at: index).compactMap { cells[$0.key] }
    }
  }

  /// The cells of the grid, and those that show photos besides.
  var cellsInUse: [PhotoCell] { (follower?.cells ?? []) + lentCells }

  /// What the cell of the selected entry shows.
  var selectedContent: CellContent {
    isEmpty ? .placeholder : content(of: arrangement[selection.index])
  }

  /// What the cell of an entry shows.
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

  /// Takes a change over: at once, or with others at the end of `combine`.
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

  /// Takes note of a cell that shows something else now.
  package func noteCell() {
    readVisibleRatings()
    onChange()
  }

  /// Lends a cell to every entry that can be seen, the nearest to the selection first.
  private func lendCells() {
    let nearest = nearestFirst(visibleRange)
    looks.want(nearest.compactMap { arrangement[$0].folder })
    let shown = nearest.flatMap(wanted)
    let ahead = requestsAhead
    let first = follower?.follow() ?? FollowerRequests()
    // Behind what somebody looks at alone, nobody sees the grid.
    loader.prioritise(
      first.all + shown.map(\.request) + ahead, awaiting: first.shown.count,
      seen: first.shown.isEmpty ? first.all.count + shown.count : first.all.count)
    pins.pin(exactly: first.shown.map(\.request) + shown.map(\.request))
    bindFollower(to: first)
    cells.lend(exactly: shown)
    prefetcher.want(first.ahead + ahead)
    demand.want(visibleRange.upperBound + 2 * layout.cellsPerScreen)
    // Last: a page that is there at once may have another count, and what can be seen is different then.
    wantPages(nearest)
  }

  private func bindFollower(to requests: FollowerRequests) {
    for cell in follower?.cells ?? [] where !requests.shown.contains(where: { $0.cell === cell }) {
      cell.unbind()
    }
    for (cell, request) in requests.shown { cell.bind(request, loader: loader) }
  }

  /// What is wanted for an entry: the picture of a photo, or those that stand for a folder, as far as they
  /// are known.
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

  /// Where the pictures lie that stand for a folder, whose name is seen in any case.
  private var coverLayout: CoverLayout {
    var room = layout.picture
    if layout.captionRows == 0 { room.rows = max(1, room.rows - 1) }
    return CoverLayout(in: room)
  }

  /// What is loaded ahead: of folders nothing, which nobody looks into before they can be seen.
  private var requestsAhead: [ImageRequest] {
    prefetchRange.compactMap { index in
      arrangement[index].photo.map { request(for: $0, in: layout.picture) }
    }
  }

  /// What is wanted of a photo in a room of its own, in character cells, and perhaps in a form of its
  /// own.
  package func request(
    for photo: Photo, in cells: CellSize, extent: PictureExtent = .filling, form: TileForm? = nil
  ) -> ImageRequest {
    let form = form ?? self.form
    return ImageRequest(
      photo: photo, cells: cells, form: form, extent: extent, turnedBy: turn(of: photo))
  }

  /// What can be seen, and what is loaded ahead of that.
  var wantedRequests: [ImageRequest] {
    (follower?.follow().all ?? []) + visibleRange.flatMap { wanted(at: $0).map(\.request) }
      + requestsAhead
  }

  private func nearestFirst(_ range: Range<Int>) -> [Int] {
    range.sorted { abs($0 - selection.index) < abs($1 - selection.index) }
  }

  /// One screen of photos beyond what can be seen, in the direction of travel, the nearest first.
  var prefetchRange: [Int] {
    let visible = visibleRange
    let screen = layout.cellsPerScreen
    return selection.isMovingBack
      ? (max(0, visible.lowerBound - screen)..<visible.lowerBound).reversed()
      : Array(visible.upperBound..<min(arrangement.count, visible.upperBound + screen))
  }
}
