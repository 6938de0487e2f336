import Catalogs
import ExpiringCache
import ImagePipeline

/// Identity of a cell: a photo, or one image of a folder's cover.
struct CellKey: Hashable {
  let id: PhotoID
  /// Index in the folder's cover; zero for a photo.
  var part = 0
}

@MainActor
final class CellPool {
  private let loader: any ImageLoading
  var onChange: @MainActor () -> Void = {}
  private var bound: [CellKey: PhotoCell] = [:]
  private var spare: [PhotoCell] = []

  init(loader: any ImageLoading) {
    self.loader = loader
  }

  subscript(key: CellKey) -> PhotoCell? { bound[key] }

  /// An entry that has a cell keeps it wherever it has moved, and its load continues if the request
  /// is the same; cells of others are unbound. Requests are started in the given order.
  func bind(exactly requests: [(key: CellKey, request: ImageRequest)]) {
    let wanted = Set(requests.map(\.key))
    for (key, cell) in bound where !wanted.contains(key) {
      cell.unbind()
      spare.append(cell)
      bound[key] = nil
    }
    for (key, request) in requests {
      let cell = bound[key] ?? spare.popLast() ?? PhotoCell { [weak self] in self?.onChange() }
      bound[key] = cell
      cell.bind(request, loader: loader)
    }
  }
}

@MainActor
final class PinnedTiles {
  private let memory: TileMemory
  private var pinned: Set<ImageRequest> = []

  init(memory: TileMemory) {
    self.memory = memory
  }

  deinit {
    memory.unpin(Array(pinned))
  }

  /// Replaces the pinned set; requests that are not cached yet may be pinned.
  func pin(exactly requests: [ImageRequest]) {
    let wanted = Set(requests)
    guard wanted != pinned else { return }
    memory.pin(Array(wanted.subtracting(pinned)))
    memory.unpin(Array(pinned.subtracting(wanted)))
    pinned = wanted
  }
}
