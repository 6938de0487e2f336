package import Caching
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
