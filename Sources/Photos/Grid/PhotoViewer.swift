package import Caching
package import Catalog
package import Imaging
import Pipeline

/// The selected photo of a grid alone, as large as it may be, in a cell of its own.
///
/// It follows the selection for as long as it is open, and its photo is loaded before all others;
/// then comes the next one in the direction of travel.
///
/// ```swift
/// let viewer = PhotoViewer(of: grid) { photo, area in area }
/// grid.move(.right)  // viewer.photo is the next one
/// viewer.close()
/// ```
@MainActor
package final class PhotoViewer: SelectionFollowing {
  let cell: PhotoCell
  private let grid: GridViewModel
  private let room: @MainActor (Photo, CellSize) -> CellSize
  /// What was last shown of which there is something to see.
  private var last: Shown?

  /// Opens the selected photo of a grid.
  /// - Parameters:
  ///   - grid: Whose selection is followed.
  ///   - room: Says how much of an area there is for a photo's picture, both in character cells.
  package init(
    of grid: GridViewModel, room: @escaping @MainActor (Photo, CellSize) -> CellSize = { $1 }
  ) {
    self.grid = grid
    self.room = room
    cell = PhotoCell(onChange: grid.onChange)
    grid.follower = self
  }

  /// The photo that is shown: the selected one as soon as there is anything to see of it, and until
  /// then the one before; nil where there are none any more.
  package var photo: Photo? { look().photo }

  /// What there is to see of it.
  package var content: CellContent { look().content }

  /// What is known of the grid and of the photo that is shown, and which one is on its way.
  package var status: GridStatus {
    let shown = look()
    var status = grid.status(of: shown.photo, at: shown.index, showing: shown.content)
    if shown.photo != grid.selectedPhoto { status.awaitedName = grid.status.name }
    return status
  }

  /// A photo, and what there is to see of it: never one without the other, or there would be an old
  /// picture under a new name.
  private struct Shown {
    let photo: Photo?
    let index: Int
    let content: CellContent
  }

  /// Looks what is to be shown, and remembers it.
  private func look() -> Shown {
    let content = cell.content
    let isThere = content.tile != nil || content.isFinal
    if let last, !isThere, last.photo != grid.selectedPhoto, !grid.isEmpty { return last }
    let shown = Shown(photo: grid.selectedPhoto, index: grid.selection.index, content: content)
    if isThere { last = shown }
    return shown
  }

  /// Forgets the photo before, whose picture was made for another room.
  package func resize() {
    last = nil
  }

  /// Takes the picture off the screen and lets it load again; one in memory is back at once.
  /// - Returns: What was on the screen, in pictures and bytes.
  package func reset() -> CacheUsage {
    defer { cell.reset() }
    return CacheUsage(of: [cell])
  }

  /// Returns to the grid.
  package func close() {
    cell.unbind()
    grid.follower = nil
  }

  var requests: [ImageRequest] {
    let (index, entries) = (grid.selection.index, grid.arrangement.entries)
    let next = index + (grid.selection.isMovingBack ? -1 : 1)
    return [index, next].filter(entries.indices.contains).map {
      grid.request(for: entries[$0].photo, in: room(entries[$0].photo, grid.layout.area))
    }
  }
}

/// Shows the selected photo of a grid in a cell of its own, besides the grid.
@MainActor
protocol SelectionFollowing: AnyObject {
  /// The cell, which the grid binds, resets and retries along with its own, and before them.
  var cell: PhotoCell { get }

  /// What is wanted before anything that the grid shows: first what the cell shows, then what is to
  /// be loaded ahead. Empty where there are no photos.
  var requests: [ImageRequest] { get }
}

extension CacheUsage {
  /// The pictures that cells show, and their bytes.
  @MainActor init(of cells: [PhotoCell]) {
    let tiles = cells.compactMap(\.content.loadedTile?.tile)
    self.init(cost: tiles.reduce(0) { $0 + $1.byteCount }, count: tiles.count)
  }
}
