package import Catalog
package import Decoding
package import Imaging
package import Pipeline
import PictureFormats
import Values

extension Photo {
  /// A photo of a name that no file needs to have.
  package init(named name: String) {
    self.init(path: ByteString(name))
  }
}

extension ImageRequest {
  /// A request for a photo at a small size.
  package init(_ name: String, columns: Int = 4, rows: Int = 2) {
    self.init(
      photo: Photo(named: name), cells: CellSize(columns: columns, rows: rows),
      form: TileForm(symbols: .quadrants, colors: .direct))
  }
}

extension LoadedTile {
  /// The picture of a request as a double draws it: the first letter of the photo's name in every
  /// character cell, so that a wrong picture or a wrong size is seen at once.
  package init(
    picturing request: ImageRequest, origin: Provenance.Origin = .file, isComplete: Bool = true,
    begunAt: Int = 0, isStale: Bool = false, background: RGB? = nil, takenAt: CaptureDate? = nil,
    by camera: String? = nil, moves: Bool = false, content: TileContent? = nil
  ) {
    let letter = request.photo.name.lossyText.unicodeScalars.first ?? "?"
    var info = PictureInfo(
      size: PixelSize(width: 40, height: 30), byteCount: 1234, isComplete: isComplete,
      captureDate: takenAt, camera: camera)
    info.isMoving = moves
    self.init(
      tile: Tile(
        content ?? .symbols(Canvas(size: request.cells, filledWith: Glyph(letter))),
        background: background),
      info: info,
      provenance: Provenance(
        origin: origin, isStale: isStale, loadTime: .milliseconds(5), begunAt: begunAt))
  }
}

extension DecodedImage {
  /// A picture of one colour, as large as its box; the whole of it, or one of another size.
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
  /// What is known of a whole photo of 4000 by 3000 pixels: no property has the value that it has where nothing is known,
  /// but for that of damage, of which no thumbnail is kept.
  package static let whole = PictureInfo(
    size: PixelSize(width: 4_000, height: 3_000), orientation: .leftBottom, format: .webP,
    byteCount: 1_234, isMoving: true,
    captureDate: CaptureDate(
      year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 58, millisecond: 120,
      utcOffset: -570),
    camera: "NIKON D70")
}
