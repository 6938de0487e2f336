import Catalog
import Feeds
import Imaging
import Rendering

/// The tile of a photo of which nothing has come yet: what its feed says of its looks, in the room and
/// with the proportions that its picture will have, as far as anybody has said those.
///
/// It is drawn with characters in every form: they show all that a blur has, where the same blur in
/// pixels would stand before the pictures themselves on a slow link.
struct HintTile: Sendable {
  private let hint: PictureHint
  private let shape: PixelSize
  private let request: ImageRequest

  /// Finds what is said of the photo of a request; nil where that is nothing.
  init?(_ request: ImageRequest) {
    guard let photo = request.photo.onWeb, let hint = photo.hint else { return nil }
    self.hint = hint
    self.request = request
    shape = photo.entry.largestSize ?? hint.shape ?? request.roomShape
  }

  /// Draws the tile, for a thread that may take its time.
  func draw() -> Tile {
    TileRenderer().tile(
      from: hint.bitmap(shapedAs: shape), pictureSize: shape, fitting: request.cells,
      form: .symbols(request.form.characters))
  }
}

extension ImageRequest {
  /// The proportions of the room.
  fileprivate var roomShape: PixelSize {
    PixelSize(width: Int(Double(cells.columns) * form.cellAspect * 100), height: cells.rows * 100)
  }
}
