package import Catalogs
package import Imaging

/// Describes a tile: the key of the memory cache and of shared loads.
package struct ImageRequest: Hashable, Sendable {
  package let photo: Photo
  /// In character cells.
  package let cells: CellSize
  package let form: TileForm
  /// How much of the image is shown; a part has its own size in cells.
  package let extent: PictureExtent
  /// Rotation of the whole image, in addition to its orientation; a part contains its own.
  package let turn: Orientation
  package private(set) var marksClipping = false

  package init(
    photo: Photo, cells: CellSize, form: TileForm, extent: PictureExtent = .filling,
    turnedBy turn: Orientation = .topLeft
  ) {
    (self.photo, self.cells, self.form, self.extent, self.turn) = (photo, cells, form, extent, turn)
  }

  package var part: PicturePart? {
    guard case .part(let part) = extent else { return nil }
    return part
  }

  package func markingClipping(_ marksClipping: Bool = true) -> ImageRequest {
    var request = self
    request.marksClipping = marksClipping
    return request
  }

  /// The requests with more detail, finest first; their tiles satisfy this one.
  var finer: [ImageRequest] {
    guard case .pixels(var form) = form else { return [] }
    return form.detail.finer.map { detail in
      form.detail = detail
      return ImageRequest(
        photo: photo, cells: cells, form: .pixels(form), extent: extent, turnedBy: turn
      )
      .markingClipping(marksClipping)
    }
  }

  func differsInDetailOnly(from other: ImageRequest) -> Bool {
    guard case .pixels(let form) = form, case .pixels(var otherForm) = other.form else {
      return false
    }
    otherForm.detail = form.detail
    return form == otherForm && cells == other.cells && photo == other.photo
      && extent == other.extent && turn == other.turn && marksClipping == other.marksClipping
  }

  /// Pixel rows per row of character cells: twice what the finest symbols show, for averaging.
  private static let pixelsPerRow = 8

  /// The pixels that can be distinguished in the tile: a cheap preview with as many is as good.
  var seenPixels: PixelSize {
    guard case .symbols = form else { return pixels }
    return PixelSize(width: (pixels.width + 1) / 2, height: (pixels.height + 1) / 2)
  }

  /// Size in pixels of embedded thumbnails (DCF 2.0, JEITA CP-3461B).
  private static let embeddedThumbnail = PixelSize(width: 160, height: 120)

  /// Whether the image is larger than any embedded thumbnail, which can then only be a preview.
  var exceedsThumbnails: Bool { max(pixels.width, pixels.height) > Self.embeddedThumbnail.width }

  /// The box, in square pixels, that the image or its part is decoded to.
  var pixels: PixelSize {
    if let part { return part.upright.size }
    guard extent == .covering else { return turn.shown(room) }
    // An image of up to 3:2 is then large enough in both directions.
    let side = max(room.width, room.height) * 3 / 2
    return PixelSize(width: side, height: side)
  }

  private var room: PixelSize {
    switch form {
    case .symbols(let form):
      PixelSize(
        width: max(1, Int(Double(cells.columns * Self.pixelsPerRow) * form.cellAspect)),
        height: max(1, cells.rows * Self.pixelsPerRow))
    case .pixels(let form):
      PixelSize(
        width: max(1, cells.columns * form.cell.width),
        height: max(1, cells.rows * form.cell.height))
    }
  }
}
