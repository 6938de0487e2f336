package import Catalogs
import DecoderProtocol
package import Imaging

/// Describes a tile: the key of the memory cache and of shared loads.
package struct ImageRequest: Hashable, Sendable {
  package private(set) var photo: Photo
  package let cells: CellSize
  package private(set) var form: TileForm
  /// How much of the image is shown; a part has its own size in cells.
  package let extent: PictureExtent
  /// Rotation of the whole image, in addition to its orientation; a part contains its own.
  package let turn: Orientation
  package private(set) var marksClipping = false
  package private(set) var blended: BlendedPhoto?
  /// Of a video, the frame at this percentage of its duration; nil for its poster.
  package private(set) var moment: Int?

  /// Ten frames of a video, each in the middle of its tenth.
  package static let moments = Array(stride(from: 5, through: 95, by: 10))

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
    with(\.marksClipping, marksClipping)
  }

  package func at(_ moment: Int?) -> ImageRequest { with(\.moment, moment) }

  package func of(_ photo: Photo) -> ImageRequest { with(\.photo, photo) }

  /// Shows another photo with the part of this one.
  package func blending(_ other: BlendedPhoto) -> ImageRequest { with(\.blended, other) }

  private func with<Value>(
    _ property: WritableKeyPath<ImageRequest, Value>, _ value: Value
  ) -> ImageRequest {
    var request = self
    request[keyPath: property] = value
    return request
  }

  var second: ImageRequest? {
    blended.flatMap { other in
      other.part.map {
        ImageRequest(photo: other.photo, cells: cells, form: form, extent: .part($0))
      }
    }
  }

  /// The requests with more detail, finest first; their tiles satisfy this one.
  package var finer: [ImageRequest] {
    guard case .pixels(var form) = form else { return [] }
    return form.detail.finer.map { detail in
      form.detail = detail
      return with(\.form, .pixels(form))
    }
  }

  package func differsInDetailOnly(from other: ImageRequest) -> Bool {
    guard case .pixels(let form) = form, case .pixels(var otherForm) = other.form else {
      return false
    }
    otherForm.detail = form.detail
    return self == other.with(\.form, .pixels(otherForm))
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
  package var pixels: PixelSize {
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

/// A photo that is shown with another one in its place.
package struct BlendedPhoto: Hashable, Sendable {
  package let photo: Photo
  /// Of this photo, in the other's place; nil if nothing of it is there.
  package let part: PicturePart?
  package let blend: PictureBlend

  package init(_ photo: Photo, part: PicturePart?, _ blend: PictureBlend) {
    (self.photo, self.part, self.blend) = (photo, part, blend)
  }
}

/// Key of bitmap loads and of the bitmap cache.
///
/// Requests of one thumbnail class share a bitmap, which serves for the thumbnail on disk, too.
package struct BitmapKey: Hashable, Sendable {
  let photo: Photo
  /// Nil above the largest class; the bitmap then has the requested size.
  let size: ThumbnailSize?
  var closeUp: CloseUp?
  var moment: Int?

  /// `region` is in pixels of the image, `box` the pixels that it is scaled to fit.
  struct CloseUp: Hashable, Sendable {
    let region: PixelRect
    let box: PixelSize
  }

  static func all(of photo: Photo, at moment: Int? = nil) -> [BitmapKey] {
    (ThumbnailSize.allCases + [nil]).map { BitmapKey(photo: photo, size: $0, moment: moment) }
  }
}

extension ImageRequest {
  /// The key of the bitmap that the tile is rendered from.
  ///
  /// Parts of small images use the bitmap of the whole; with renditions, all of the largest one.
  package var bitmapKey: BitmapKey {
    guard let part else {
      return BitmapKey(photo: photo, size: ThumbnailSize(filling: pixels), moment: moment)
    }
    if hasRenditions {
      return BitmapKey(
        photo: photo, size: nil,
        closeUp: BitmapKey.CloseUp(
          region: PixelRect(part.picture), box: Self.renditionBox(for: part.picture)))
    }
    let whole = part.turn.shown(part.whole)
    let size = ThumbnailSize(filling: whole) ?? ThumbnailSize(filling: part.picture)
    return BitmapKey(
      photo: photo, size: size,
      closeUp: size == nil ? BitmapKey.CloseUp(region: part.region, box: pixels) : nil)
  }

  /// An embedded thumbnail must fill the smallest class, so that the next request needs no other
  /// bitmap. Of renditions the smallest is used.
  package var decoding: DecodingRequest {
    let key = bitmapKey
    if let closeUp = key.closeUp, let part {
      if hasRenditions {
        return DecodingRequest(
          box: closeUp.box, wholeBox: closeUp.box, region: closeUp.region, thumbnail: .never)
      }
      let canBeWhole = part.picture.area <= Self.wholeCloseUp
      return DecodingRequest(
        box: closeUp.box, wholeBox: canBeWhole ? part.picture.covering(closeUp.box) : closeUp.box,
        region: closeUp.region, thumbnail: .never)
    }
    let size = key.size
    // A part of a small image is rendered from the whole.
    if part != nil { return DecodingRequest(box: size?.box ?? pixels) }
    let isFilled = size == .normal && photo.onWeb == nil
    var request = DecodingRequest(
      box: isFilled ? size?.box ?? pixels : pixels, wholeBox: size?.box ?? pixels,
      thumbnail: photo.onWeb == nil ? .never : .whereItSuffices)
    request.moment = moment
    return request
  }

  /// Images up to this size are cached whole if a close-up needs them decoded whole: 128 MB.
  private static let wholeCloseUp = 32 << 20

  /// At least 32 megapixels, whatever the actual size of the largest rendition.
  private static func renditionBox(for picture: PixelSize) -> PixelSize {
    let side = Int(Double(wholeCloseUp).squareRoot())
    let square = PixelSize(width: side, height: side)
    return picture.area <= wholeCloseUp ? square.covering(picture) : square
  }

  /// Whether there are several encoded images; close-ups are of the largest.
  private var hasRenditions: Bool { (photo.onWeb?.renditions.count ?? 0) > 1 }

  var firstLook: DecodingRequest {
    DecodingRequest(
      box: pixels, region: hasRenditions ? bitmapKey.closeUp?.region : nil, thumbnail: .only)
  }
}

extension PixelSize {
  fileprivate func covering(_ other: PixelSize) -> PixelSize {
    PixelSize(width: max(width, other.width), height: max(height, other.height))
  }
}
