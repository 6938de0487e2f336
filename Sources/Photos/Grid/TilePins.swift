import Caching
import Pipeline

/// Keeps the tiles of what can be seen in memory: the tile of every request that a lent cell shows or
/// wants is pinned once, and no other.
@MainActor
final class TilePins {
  private let memory: TileMemory
  private var pinned: Set<ImageRequest> = []

  init(memory: TileMemory) {
    self.memory = memory
  }

  deinit {
    memory.unpin(Array(pinned))
  }

  /// Pins these, in memory already or not, and no longer what was pinned before.
  func pin(exactly requests: [ImageRequest]) {
    let wanted = Set(requests)
    guard wanted != pinned else { return }
    memory.pin(Array(wanted.subtracting(pinned)))
    memory.unpin(Array(pinned.subtracting(wanted)))
    pinned = wanted
  }
}
