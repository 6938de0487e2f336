import Base
package import Catalogs
package import ExpiringCache
package import ImagePipeline
package import Imaging

extension GridViewModel {
  /// Nearest to the selection first.
  var visiblePhotoCells: [PhotoCell] {
    nearestFirst(visibleRange).flatMap { index in
      wanted(at: index).compactMap { cells[$0.key] }
    }
  }

  package func cell(of id: PhotoID) -> PhotoCell? { cells[CellKey(id: id)] }

  private var cellsInUse: [PhotoCell] { (viewer?.cells ?? []) + visiblePhotoCells }

  package var isAtRest: Bool {
    cellsInUse.allSatisfy(\.content.isFinal)
      && visibleRange.allSatisfy { content(of: arrangement[$0]).isFinal }
  }

  func content(of entry: GridEntry) -> CellContent {
    guard let folder = entry.folder else {
      return cell(of: entry.id)?.content ?? .placeholder
    }
    let preview = previews[folder]
    let cover = (preview?.cover ?? []).indices.map { part in
      cells[CellKey(id: folder.id, part: part)]?.content ?? .placeholder
    }
    return .folder(FolderContent(preview, cover: cover))
  }

  package var visibleRange: Range<Int> {
    layout.visibleCells(firstRow: selection.firstRow, in: rows)
  }

  func bindCells() {
    let nearest = nearestFirst(visibleRange)
    previews.want(nearest.compactMap { arrangement[$0].folder })
    let shown = nearest.flatMap(wanted)
    let ahead = requestsAhead
    let viewed = viewer?.follow() ?? ViewerRequests()
    // While a photo is shown alone, the grid behind it is not visible.
    loader.prioritise(
      viewed.all + shown.map(\.request) + ahead, focused: viewed.shown.count,
      visible: viewed.shown.isEmpty ? viewed.all.count + shown.count : viewed.all.count)
    pins.pin(exactly: viewed.shown.map(\.request) + shown.map(\.request))
    viewer?.bind(viewed)
    cells.bind(exactly: shown)
    prefetcher.want(viewed.ahead + ahead)
    demand.want(visibleRange.upperBound + 2 * layout.cellsPerScreen)
    // Last: a page that is cached may change the count, and with it the visible range.
    wantPages(nearest)
  }

  private func wanted(at index: Int) -> [(key: CellKey, request: ImageRequest)] {
    switch arrangement[index] {
    case .photo(let entry):
      let moment = scrubbing.flatMap {
        $0.id == entry.id ? ImageRequest.moments[$0.frame - 1] : nil
      }
      return [(CellKey(id: entry.id), request(for: entry.photo, in: layout.picture).at(moment))]
    case .unread: return []
    case .folder(let folder):
      let covers = CoverLayout(in: layout.frame(inRow: 0, column: 0))
      let photos = previews[folder]?.cover ?? []
      return photos.enumerated().map { part, photo in
        let size = covers.frame(of: part, among: photos.count).size
        return (
          CellKey(id: folder.id, part: part), request(for: photo, in: size, extent: .covering)
        )
      }
    }
  }

  private var requestsAhead: [ImageRequest] {
    let next = scrubbing.flatMap { scrubbing in
      selectedPhoto.map {
        request(for: $0, in: layout.picture)
          .at(ImageRequest.moments[scrubbing.frame % ImageRequest.moments.count])
      }
    }
    return [next].compactMap(\.self)
      + prefetchRange.compactMap { index in
        arrangement[index].photo.map { request(for: $0, in: layout.picture) }
      }
  }

  package func request(
    for photo: Photo, in cells: CellSize, extent: PictureExtent = .filling, form: TileForm? = nil
  ) -> ImageRequest {
    ImageRequest(
      photo: photo, cells: cells, form: form ?? self.form, extent: extent,
      turnedBy: facts.turn(of: photo))
  }

  package var wantedRequests: [ImageRequest] {
    (viewer?.follow().all ?? []) + visibleRange.flatMap { wanted(at: $0).map(\.request) }
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

// MARK: - Memory

extension GridViewModel {
  /// Removes a tile and its photo's bitmaps; if visible, it stays on the screen.
  package func forget(_ picture: CachedPicture) -> CacheUsage {
    loader.forgetBitmaps(of: picture.key.photo)
    return memory.remove([picture.key])
  }

  package func forgetAll() -> CacheUsage {
    let bitmapBytes = loader.forgetBitmaps()
    var removed = memory.removeAll()
    removed.cost += bitmapBytes
    return removed
  }

  /// Also reloads the visible cells; returns the removed usage.
  package func emptyMemory() -> CacheUsage {
    let removed = forgetAll()
    for cell in cellsInUse { cell.reset() }
    return removed
  }

  /// Frees all memory that visible cells do not need, before the process is suspended.
  package func discardHidden() {
    _ = loader.forgetBitmaps()
    memory.discardUnpinned()
  }

  /// Frees half of the bytes, or all but visible tiles, which always stay; returns the bytes.
  package func trimMemory(toVisible isToVisible: Bool) -> Int {
    loader.forgetBitmaps() + (isToVisible ? memory.trimToPinned() : memory.trim(to: 0.5))
  }

  /// Moves tiles to the requests with the new background, except those blended with the old one.
  func carryTiles(from old: [ImageRequest], to new: [ImageRequest]) {
    let changed = zip(old, new).filter { $0 != $1 }
    for (old, new) in changed where memory.holds(old) {
      guard let tile = memory.tile(for: old), tile.tile.background == nil, !old.photo.hasExpiryDate
      else { continue }
      memory.store(tile, for: new, expiration: old.photo.expiration(at: 0))
    }
    _ = memory.remove(changed.map(\.0))
  }

  /// The cache's eviction policy depends on the number of cells on ten screens.
  func fitMemory() { memory.setLRUBelow(10 * layout.cellsPerScreen) }

  // MARK: - Loading again

  /// Loads the visible cells again; returns their usage.
  package func resetVisible() -> CacheUsage {
    let shown = visiblePhotoCells
    defer { for cell in shown { cell.reset() } }
    return CacheUsage(of: shown)
  }

  /// Retries failed loads, and reloads images whose files changed; returns the number of failures.
  package func retryFailures() -> Int {
    loader.retryFailures()
    demand.retry()
    previews.rescan()
    pages.retry()
    update()
    facts.readAgain()
    readVisibleFacts()
    let inGrid = Set(visiblePhotoCells.compactMap(\.photo))
    let others = (viewer?.cells ?? []).filter { $0.photo.map { !inGrid.contains($0) } ?? false }
    let count = (visiblePhotoCells + others).count { $0.content.failureReason != nil }
    for cell in cellsInUse where cell.content.failureReason != nil { cell.reset() }
    loadChanged()
    return count
  }

  func loadChanged() {
    let shown = cellsInUse.compactMap(\.shownPicture)
    Task.immediate { [weak self, loader] in
      let pictures = Dictionary(shown, uniquingKeysWith: { first, _ in first })
      let changed = await loader.forgetChanged(among: pictures)
      for cell in self?.cellsInUse ?? [] {
        if let shown = cell.shownPicture, changed.contains(shown.0) { cell.reset() }
      }
    }
  }
}

package typealias CachedPicture = CachedEntry<ImageRequest>

extension CachedPicture {
  package var name: [UInt8] { key.photo.name.bytes }
  package var room: CellSize { key.cells }
}

extension CacheUsage {
  @MainActor init(of cells: [PhotoCell]) {
    let tiles = cells.compactMap(\.content.loadedTile?.tile)
    self.init(cost: tiles.reduce(0) { $0 + $1.byteCount }, count: tiles.count)
  }
}
