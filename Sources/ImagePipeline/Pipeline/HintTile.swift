import Catalogs
import Imaging

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
    self.hint = hint
    self.request = request
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
