import Catalog
import ExpiringCache
import Pipeline

/// What a cell is lent to: a photo, or a part of the cover of a folder.
struct CellKey: Hashable {
  /// The photo or the folder.
  let id: PhotoID
  /// Which photo of the cover it is, from 0; zero for a photo.
  var part = 0
}

/// The cells of a grid: lent to the entries that can be seen, and used again for others.
@MainActor
final class CellPool {
  private let loader: any ImageLoading
  /// Is called when what a cell shows has changed.
  var onChange: @MainActor () -> Void = {}
  private var lent: [CellKey: PhotoCell] = [:]
  private var spare: [PhotoCell] = []

  /// Makes a pool without cells.
  /// - Parameter loader: What loads the pictures of the cells.
  init(loader: any ImageLoading) {
    self.loader = loader
  }

  /// The cell that a photo has.
  subscript(id: PhotoID) -> PhotoCell? { lent[CellKey(id: id)] }

  /// The cell that a photo, or a part of a folder's cover, has.
  subscript(key: CellKey) -> PhotoCell? { lent[key] }

  /// Lends a cell to each of some entries, and to no other.
  ///
  /// An entry that has a cell keeps it, and its load goes on where the request is still the same,
  /// wherever the entry stands now.
  /// - Parameter requests: What is wanted for each entry, in the order in which to ask for it.
  func lend(exactly requests: [(key: CellKey, request: ImageRequest)]) {
    let wanted = Set(requests.map(\.key))
    for (key, cell) in lent where !wanted.contains(key) {
      cell.unbind()
      spare.append(cell)
      lent[key] = nil
    }
    for (key, request) in requests {
      let cell =
        lent[key] ?? spare.popLast() ?? PhotoCell { [weak self] in self?.onChange() }
      lent[key] = cell
      cell.bind(request, loader: loader)
    }
  }
}

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
