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
