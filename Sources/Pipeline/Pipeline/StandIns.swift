import Imaging
import Rendering
import Synchronization

/// Placeholder tiles: tiles cached for another size or form, shown until the right one arrives.
///
/// They are found within the frame in which a size, a form or the viewer changes: a frame cannot
/// wait for a renderer, but repeating glyphs of a tile is cheap. The next frame shows a tile of the
/// cached bitmap.
final class StandIns: Sendable {
  /// A recently requested size and form.
  private struct Room: Hashable {
    let cells: CellSize
    let form: TileForm
    let extent: PictureExtent
  }

  /// Grid and viewer before and after a change, and some that differ by caption rows.
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

  /// The cached tile nearest to a request: the same with or without clipping marks, else the same
  /// in less detail, else the glyphs of the largest, stretched.
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

  /// The requests of the same photo that may be cached.
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
    // Any pixel count will do for the proportions.
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
