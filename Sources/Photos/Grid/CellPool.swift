import Caching
import Catalog
import Pipeline

/// The cells of a grid: lent to the entries that can be seen, and used again for others.
@MainActor
final class CellPool {
  private let loader: any ImageLoading
  private let onChange: @MainActor () -> Void
  private var lent: [PhotoID: PhotoCell] = [:]
  private var spare: [PhotoCell] = []

  /// Makes a pool without cells.
  /// - Parameters:
  ///   - loader: What loads the pictures of the cells.
  ///   - onChange: Is called when what a cell shows has changed.
  init(loader: any ImageLoading, onChange: @escaping @MainActor () -> Void) {
    self.loader = loader
    self.onChange = onChange
  }

  /// The cell that an entry has.
  subscript(id: PhotoID) -> PhotoCell? { lent[id] }

  /// Lends a cell to each of some entries, and to no other.
  ///
  /// An entry that has a cell keeps it, and its load goes on where the request is still the same,
  /// wherever the entry stands now.
  /// - Parameter requests: What is wanted for each entry, in the order in which to ask for it.
  func lend(exactly requests: [(id: PhotoID, request: ImageRequest)]) {
    let wanted = Set(requests.map(\.id))
    for (id, cell) in lent where !wanted.contains(id) {
      cell.unbind()
      spare.append(cell)
      lent[id] = nil
    }
    for (id, request) in requests {
      let cell = lent[id] ?? spare.popLast() ?? PhotoCell(onChange: onChange)
      lent[id] = cell
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
