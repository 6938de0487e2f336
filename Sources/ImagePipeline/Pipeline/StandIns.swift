import Imaging
import Synchronization

/// Finds tiles cached for another size or form, to show until the right one arrives.
///
/// They are shown within the frame in which a size, a form or the viewer changes: a frame cannot
/// wait for a renderer, but repeating the glyphs of a tile is cheap.
final class StandIns: Sendable {
  private struct Room: Hashable {
    let cells: CellSize
    let form: TileForm
    let extent: PictureExtent
  }

  /// Sizes of grid and viewer before and after a change, with and without caption rows.
  private static let roomLimit = 8

  private let memory: TileMemory
  private let rooms = Mutex<[Room]>([])

  init(memory: TileMemory) {
    self.memory = memory
  }

  func note(_ request: ImageRequest) {
    guard request.part == nil else { return }
    let room = Room(cells: request.cells, form: request.form, extent: request.extent)
    rooms.withLock { rooms in
      guard rooms.last != room else { return }
      rooms.removeAll { $0 == room }
      if rooms.count == Self.roomLimit { rooms.removeFirst() }
      rooms.append(room)
    }
  }

  /// The nearest cached tile: the same but for clipping marks, else in less detail, else stretched.
  func tile(for request: ImageRequest) -> LoadedTile? {
    // Toggling clipping marks keeps the image.
    let twin = request.markingClipping(!request.marksClipping)
    if memory.holds(twin) { return memory.tile(for: twin) }
    // A part stays on the screen until its own tile, rendered from the cached bitmap, arrives.
    guard request.part == nil else { return nil }
    let candidates = relatives(of: request).filter {
      $0.form.colors == request.form.colors && memory.holds($0)
    }
    if let same = candidates.first(where: request.differsInDetailOnly(from:)) {
      return memory.tile(for: same)
    }
    for candidate in candidates.sorted(by: { $0.cells.area > $1.cells.area }) {
      guard let tile = memory.tile(for: candidate),
        tile.tile.mayStand(from: candidate.form, in: request.form)
      else { continue }
      return tile.stretched(to: request)
    }
    return nil
  }

  func relatives(of request: ImageRequest) -> [ImageRequest] {
    rooms.withLock { $0 }.map {
      ImageRequest(
        photo: request.photo, cells: $0.cells, form: $0.form, extent: $0.extent,
        turnedBy: request.turn)
    }
  }
}

extension LoadedTile {
  fileprivate func stretched(to request: ImageRequest) -> LoadedTile? {
    let canvas = tile.canvas
    let shape =
      info.size.map(request.turn.shown)
      ?? PixelSize(
        width: Int(Double(canvas.size.columns) * request.form.cellAspect * 100),
        height: canvas.size.rows * 100)
    let size = TileRenderer().cells(
      of: shape, extent: info.size == nil ? .filling : request.extent, fitting: request.cells,
      form: request.form)
    guard size.area > 0 else { return nil }
    return showing(tile.showing(canvas.stretched(to: size)))
  }
}
