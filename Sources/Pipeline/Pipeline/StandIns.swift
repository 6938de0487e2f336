import Imaging
import Rendering
import Synchronization

/// Finds the tile of a photo that was made for another room, to be shown in a new one until its own is
/// there: in the very frame that a cell size, a form or the viewer appears in.
///
/// A frame cannot wait for a renderer, and the main actor makes no tiles; but to repeat the glyphs of a
/// tile is what drawing does anyway. The next frame shows a tile of the bitmap in memory.
final class StandIns: Sendable {
  /// What tiles were asked for lately.
  private struct Room: Hashable {
    let cells: CellSize
    let form: TileForm
    let extent: PictureExtent
  }

  /// The grid's and the viewer's rooms before and after a change, and some that differ by the words
  /// below a picture.
  private static let roomLimit = 8

  private let memory: TileMemory
  private let rooms = Mutex<[Room]>([])

  init(memory: TileMemory) {
    self.memory = memory
  }

  /// Notes what a tile is made for.
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

  /// The tile in memory of a request's photo that comes nearest to its own: the same with or without
  /// marks, pixels of less detail for the same room as they are, or else the glyphs of the largest, repeated or left out to fill it.
  func tile(for request: ImageRequest) -> LoadedTile? {
    // Marks come and go on the very picture that is seen.
    let twin = request.markingClipping(!request.marksClipping)
    if memory.holds(twin) { return memory.tile(for: twin) }
    // What is shown of a part stays until its own tile is there, and that comes of the bitmap in memory.
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

  /// The requests for a photo that tiles in memory may answer.
  func relatives(of request: ImageRequest) -> [ImageRequest] {
    rooms.withLock { $0 }.map {
      ImageRequest(
        photo: request.photo, cells: $0.cells, form: $0.form, extent: $0.extent,
        turnedBy: request.turn)
    }
  }
}

extension LoadedTile {
  /// The same picture in another room, of glyphs and as large as its own tile will be.
  fileprivate func stretched(to request: ImageRequest) -> LoadedTile? {
    let canvas = tile.canvas
    // A row of character cells counts for as many pixels as it takes to tell the proportions.
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
