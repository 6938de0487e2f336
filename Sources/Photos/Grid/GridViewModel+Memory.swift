import Catalog
package import ExpiringCache
import Imaging
import Pipeline

/// What the grid lets one see and do of the memory behind it.
extension GridViewModel {
  /// What memory holds and what happened to it, all of one moment.
  package var memoryStatistics: CacheStatistics { memory.statistics }

  /// The pictures in memory that expire next, the earliest first, so many at most.
  package func nextToExpire(_ limit: Int) -> [CachedPicture] {
    memory.nextToExpire(limit).map(CachedPicture.init)
  }

  /// Takes one picture out of memory and tells how much that was; where it can be seen it stays on
  /// the screen, and comes from its file the next time.
  package func forget(_ picture: CachedPicture) -> CacheUsage {
    loader.forgetBitmaps(of: picture.request.photo)
    return memory.remove([picture.request])
  }

  /// Takes every picture out of memory and tells how much that was; what can be seen stays on the
  /// screen.
  package func forgetAll() -> CacheUsage {
    let bitmapBytes = loader.forgetBitmaps()
    var removed = memory.removeAll()
    removed.cost += bitmapBytes
    return removed
  }

  /// Gives all memory back that is not needed for what can be seen: before the program is stopped.
  package func discardHidden() {
    _ = loader.forgetBitmaps()
    memory.discardUnpinned()
  }

  /// Trims memory when the system is short of it; what can be seen stays.
  /// - Parameter level: How far.
  /// - Returns: The bytes that were given back.
  package func trimMemory(_ level: TrimLevel) -> Int {
    let bitmapBytes = loader.forgetBitmaps()
    return switch level {
    case .half: bitmapBytes + memory.trim(to: 0.5)
    case .allHidden: bitmapBytes + memory.trimToPinned()
    }
  }

  /// Lets tiles in memory answer other requests, which differ in the background only: all but those
  /// that are mixed with it.
  func carryTiles(from old: [ImageRequest], to new: [ImageRequest]) {
    let changed = zip(old, new).filter { $0 != $1 }
    for (old, new) in changed where memory.holds(old) {
      guard let tile = memory.tile(for: old), tile.tile.background == nil,
        let lifetime = TileLifetime(wheneverStored: old.photo)
      else { continue }
      memory.store(tile, for: new, lifetime: lifetime)
    }
    _ = memory.remove(changed.map(\.0))
  }

  /// Tells memory how many cells ten screens are, on which its order of eviction depends.
  func fitMemory() {
    memory.setLRUBelow(10 * layout.cellsPerScreen)
  }
}

/// What is loaded again.
extension GridViewModel {
  /// Takes the pictures off the screen and lets them load again; those in memory are back at once.
  /// - Returns: How many pictures were on the screen, and their bytes.
  package func resetVisible() -> CacheUsage {
    let shown = lentCells
    defer { for cell in shown { cell.reset() } }
    return CacheUsage(of: shown)
  }

  /// Lets every photo without a picture be tried again, those that can be seen at once, and every
  /// source that failed; a picture that can be seen and whose file has changed is loaded again.
  /// - Returns: How many photos those are.
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

  /// Looks at the files of the pictures that can be seen, and loads those again that have changed.
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

  /// Empties the memory cache and lets what can be seen load again.
  /// - Returns: How many pictures were removed, and their bytes.
  package func emptyMemory() -> CacheUsage {
    let removed = forgetAll()
    for cell in cellsInUse { cell.reset() }
    return removed
  }
}

/// How far memory is trimmed when it is short.
package enum TrimLevel: Hashable, Sendable {
  /// Half of what is held.
  case half
  /// All but what can be seen.
  case allHidden
}

extension CacheUsage {
  /// The pictures that cells show, and their bytes.
  @MainActor package init(of cells: [PhotoCell]) {
    let tiles = cells.compactMap(\.content.loadedTile?.tile)
    self.init(cost: tiles.reduce(0) { $0 + $1.byteCount }, count: tiles.count)
  }
}
