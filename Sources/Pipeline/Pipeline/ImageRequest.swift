package import Catalog
package import Imaging

/// What a tile is made for: the key of the memory cache, and what equal loads are joined by.
package struct ImageRequest: Hashable, Sendable {
  /// Whose picture is wanted.
  package let photo: Photo
  /// The room for the picture, in character cells.
  package let cells: CellSize
  /// What the tile is drawn with.
  package let form: TileForm
  /// How much of the picture it shows; a part has character cells of its own.
  package let extent: PictureExtent
  /// How the whole picture is turned, beside how its file says; a part says that itself.
  package let turn: Orientation
  /// Whether the tile has marks where the picture is clipped.
  package private(set) var marksClipping = false

  /// Asks for a photo at a size in character cells.
  package init(
    photo: Photo, cells: CellSize, form: TileForm, extent: PictureExtent = .filling,
    turnedBy turn: Orientation = .topLeft
  ) {
    self.photo = photo
    self.cells = cells
    self.form = form
    self.extent = extent
    self.turn = turn
  }

  /// The part of the picture that is wanted; nil where all of it is.
  package var part: PicturePart? {
    guard case .part(let part) = extent else { return nil }
    return part
  }

  /// The same request for a tile with marks where the picture is clipped, or without.
  package func markingClipping(_ marksClipping: Bool = true) -> ImageRequest {
    var request = self
    request.marksClipping = marksClipping
    return request
  }

  /// The same request in more detail, the finest first: tiles that serve this one as well.
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

  /// Whether a tile for another request is the same picture in more or less detail.
  func differsInDetailOnly(from other: ImageRequest) -> Bool {
    guard case .pixels(let form) = form, case .pixels(var otherForm) = other.form else {
      return false
    }
    otherForm.detail = form.detail
    return form == otherForm && cells == other.cells && photo == other.photo
      && extent == other.extent && turn == other.turn && marksClipping == other.marksClipping
  }

  /// The rows of pixels that a tile is made from for one row of character cells: twice what the
  /// finest symbols show, so that averaging has something to average.
  private static let pixelsPerRow = 8

  /// What can be told apart of these pixels: a small picture that comes at a hundredth of the price is as good where it
  /// has as many.
  var seenPixels: PixelSize {
    guard case .symbols = form else { return pixels }
    return PixelSize(width: (pixels.width + 1) / 2, height: (pixels.height + 1) / 2)
  }

  /// The sides in pixels of the thumbnails that cameras embed (DCF 2.0, JEITA CP-3461B).
  private static let embeddedThumbnail = PixelSize(width: 160, height: 120)

  /// Whether the picture is larger than any embedded thumbnail, so that one can only be a
  /// preview of it.
  var exceedsThumbnails: Bool {
    max(pixels.width, pixels.height) > Self.embeddedThumbnail.width
  }

  /// The box in square pixels that a picture, or the wanted part of it, is decoded to.
  var pixels: PixelSize {
    if let part { return part.upright.size }
    return turn.shown(room)
  }

  /// The room for the picture in square pixels.
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
