import Catalogs
package import Imaging

package struct LoadedTile: Hashable, Sendable {
  package private(set) var tile: Tile
  package private(set) var info: PictureInfo
  package private(set) var provenance: Provenance

  package init(tile: Tile, info: PictureInfo, provenance: Provenance) {
    (self.tile, self.info, self.provenance) = (tile, info, provenance)
  }

  func showing(_ tile: Tile) -> LoadedTile {
    var copy = self
    copy.tile = tile
    return copy
  }

  package func showing(_ tile: Tile, isComplete: Bool) -> LoadedTile {
    var copy = showing(tile)
    copy.info.isComplete = isComplete
    return copy
  }

  func servedFromMemory(in loadTime: Duration) -> LoadedTile {
    var copy = self
    copy.provenance.origin = .memory
    copy.provenance.loadTime = loadTime
    return copy
  }
}

package struct Provenance: Hashable, Sendable {
  package enum Origin: String, Hashable, Sendable {
    case memory, thumbnail
    /// A thumbnail made by another machine.
    case shared = "shared tier"
    case file
    case memoryResponse = "memory response"
    case diskResponse = "disk response"
    /// A stored response that the server has just confirmed.
    case revalidated
    case network
  }

  package var origin: Origin
  package var isStale: Bool
  package var loadTime: Duration
  /// Start of the load, in seconds since 1970 UTC; later changes are not in the tile.
  package var begunAt: Int
  package let hasLarger: Bool

  package init(
    origin: Origin, isStale: Bool = false, loadTime: Duration, begunAt: Int, hasLarger: Bool = false
  ) {
    (self.origin, self.isStale, self.loadTime, self.begunAt) = (origin, isStale, loadTime, begunAt)
    self.hasLarger = hasLarger
  }
}

/// The tile of a photo before any response: the blurred hint of its feed.
///
/// Always drawn with characters: they show all that a blur has, while its pixels would delay the
/// images themselves on a slow link.
struct HintTile: Sendable {
  private let hint: PictureHint
  private let shape: PixelSize
  private let request: ImageRequest

  init?(_ request: ImageRequest) {
    guard let photo = request.photo.onWeb, let hint = photo.hint else { return nil }
    (self.hint, self.request) = (hint, request)
    shape = photo.largestSize ?? hint.shape ?? request.roomShape
  }

  /// Takes time; must not run on the main actor.
  func draw() -> Tile {
    TileRenderer().tile(
      from: hint.bitmap(shapedAs: shape), pictureSize: shape, fitting: request.cells,
      form: .symbols(request.form.characters))
  }
}

extension ImageRequest {
  fileprivate var roomShape: PixelSize {
    PixelSize(width: Int(Double(cells.columns) * form.cellAspect * 100), height: cells.rows * 100)
  }
}
