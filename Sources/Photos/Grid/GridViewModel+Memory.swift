import Catalogs
package import ExpiringCache
import ImagePipeline
import Imaging

extension GridViewModel {
  package var memoryStatistics: CacheStatistics { memory.statistics }

  package func nextToExpire(_ limit: Int) -> [CachedPicture] {
    memory.nextToExpire(limit).map(CachedPicture.init)
  }

  /// Removes a tile and its photo's bitmaps; if visible, it stays on the screen.
  package func forget(_ picture: CachedPicture) -> CacheUsage {
    loader.forgetBitmaps(of: picture.request.photo)
    return memory.remove([picture.request])
  }

  /// Removes all tiles and bitmaps; visible tiles stay on the screen.
  package func forgetAll() -> CacheUsage {
    let bitmapBytes = loader.forgetBitmaps()
    var removed = memory.removeAll()
    removed.cost += bitmapBytes
    return removed
  }

  /// Frees all memory that visible cells do not need, before the process is suspended.
  package func discardHidden() {
    _ = loader.forgetBitmaps()
    memory.discardUnpinned()
  }

  /// Returns the bytes freed; visible tiles stay.
  package func trimMemory(_ level: TrimLevel) -> Int {
    let bitmapBytes = loader.forgetBitmaps()
    return switch level {
    case .half: bitmapBytes + memory.trim(to: 0.5)
    case .allHidden: bitmapBytes + memory.trimToPinned()
    }
  }

  /// Moves tiles to the requests with the new background, except those blended with the old one.
  func carryTiles(from old: [ImageRequest], to new: [ImageRequest]) {
    let changed = zip(old, new).filter { $0 != $1 }
    for (old, new) in changed where memory.holds(old) {
      guard let tile = memory.tile(for: old), tile.tile.background == nil,
        !old.photo.hasExpiryDate
      else { continue }
      memory.store(tile, for: new, expiration: old.photo.expiration(at: 0))
    }
    _ = memory.remove(changed.map(\.0))
  }

  /// The cache's eviction policy depends on the number of cells on ten screens.
  func fitMemory() {
    memory.setLRUBelow(10 * layout.cellsPerScreen)
  }
}

extension GridViewModel {
  /// Loads the visible cells again; returns what was on the screen.
  package func resetVisible() -> CacheUsage {
    let shown = lentCells
    defer { for cell in shown { cell.reset() } }
    return CacheUsage(of: shown)
  }

  /// Retries what failed, and reloads images whose files changed; returns the number of failures.
  package func retryFailures() -> Int {
    loader.retryFailures()
    demand.retry()
    looks.lookAgain()
    pages.retry()
    update()
    arranging.forgetFacts()
    readAllSidecars(of: arranging.listing.entries)
    readVisibleRatings()
    findFacts()
    let inGrid = Set(lentCells.compactMap(\.photo))
    let others = (follower?.cells ?? []).filter { $0.photo.map { !inGrid.contains($0) } ?? false }
    let count = (lentCells + others).count { $0.content.failureReason != nil }
    for cell in cellsInUse where cell.content.failureReason != nil { cell.reset() }
    loadChanged()
    return count
  }

  func loadChanged() {
    let shown = cellsInUse.compactMap(\.shownPicture)
    Task.immediate { [weak self, loader] in
      let pictures = Dictionary(shown, uniquingKeysWith: { first, _ in first })
      let changed = await loader.forgetChanged(among: pictures)
      self?.reload(changed)
    }
  }

  private func reload(_ requests: Set<ImageRequest>) {
    for cell in cellsInUse {
      if let shown = cell.shownPicture, requests.contains(shown.0) { cell.reset() }
    }
  }

  /// Also reloads the visible cells; returns what was removed.
  package func emptyMemory() -> CacheUsage {
    let removed = forgetAll()
    for cell in cellsInUse { cell.reset() }
    return removed
  }
}

package enum TrimLevel: Hashable, Sendable {
  case half
  case allHidden
}

extension CacheUsage {
  @MainActor package init(of cells: [PhotoCell]) {
    let tiles = cells.compactMap(\.content.loadedTile?.tile)
    self.init(cost: tiles.reduce(0) { $0 + $1.byteCount }, count: tiles.count)
  }
}
