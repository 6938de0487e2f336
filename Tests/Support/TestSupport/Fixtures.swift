import Base
package import Catalogs
package import ImagePipeline
package import Imaging

extension Photo {
  /// A photo whose file does not need to exist.
  package init(named name: String) {
    self.init(path: ByteString(name))
  }
}

extension ImageRequest {
  package init(_ name: String, columns: Int = 4, rows: Int = 2) {
    self.init(
      photo: Photo(named: name), cells: CellSize(columns: columns, rows: rows),
      form: TileForm(symbols: .quadrants, colors: .direct))
  }
}

extension LoadedTile {
  /// A tile with the photo's first letter in every cell, so that a wrong photo or size shows.
  package init(
    picturing request: ImageRequest, origin: Provenance.Origin = .file, isComplete: Bool = true,
    begunAt: Int = 0, isStale: Bool = false, background: RGB? = nil, takenAt: CaptureDate? = nil,
    by camera: String? = nil, moves: Bool = false, duration: Int? = nil,
    format: PictureFormat? = nil, content: TileContent? = nil
  ) {
    let letter = request.photo.name.lossyText.unicodeScalars.first ?? "?"
    var info = PictureInfo(
      size: PixelSize(width: 40, height: 30), format: format, byteCount: 1234,
      isComplete: isComplete,
      captureDate: takenAt, camera: camera)
    (info.isMoving, info.duration) = (moves, duration)
    self.init(
      tile: Tile(
        content ?? .symbols(Canvas(size: request.cells, filledWith: Glyph(letter))),
        background: background),
      info: info,
      provenance: Provenance(
        origin: origin, isStale: isStale, loadTime: .milliseconds(5), begunAt: begunAt))
  }
}

extension LoadedBitmap {
  /// A single-color bitmap that fills its box, of an image of `pictureSize`.
  package init(
    filling box: PixelSize, of pictureSize: PixelSize? = nil, color: RGB = RGB(200, 100, 50),
    isPreview: Bool = false
  ) {
    self.init(
      bitmap: Bitmap(size: box, filledWith: color),
      info: PictureInfo(size: pictureSize ?? box, byteCount: 1000), isFromThumbnail: isPreview)
  }
}

extension PictureInfo {
  /// No property has its default, except for damage, as damaged photos have no thumbnails.
  package static let whole = {
    var info = still
    info.duration = 12_000
    return info
  }()

  private static let still = PictureInfo(
    size: PixelSize(width: 4_000, height: 3_000), orientation: .leftBottom, format: .webP,
    byteCount: 1_234, isMoving: true,
    captureDate: CaptureDate(
      year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 58, millisecond: 120,
      utcOffset: -570),
    camera: "NIKON D70")
}
