package import Imaging

/// A request to decode an image, sent with descriptors: the write ends for the answer and the
/// report of the child, and the file.
package struct RequestMessage: Hashable, Sendable {
  /// Maximum side of a box in pixels; an image that fits has at most 1 GiB.
  package static let sideLimit = 16_384
  /// Above the maximum side of any image, in pixels.
  private static let placeLimit = Int(Int32.max)
  private static let noRegion = PixelRect(x: 0, y: 0, width: 0, height: 0)
  package static let byteCount = 48

  /// Maximum displayed size in pixels; sides from 1 to `sideLimit`.
  package let box: PixelSize
  /// Maximum pixels of an image decoded whole; covers `box`, sides at most `sideLimit`.
  package let wholeBox: PixelSize
  /// The region in pixels of the displayed image, clamped to it; nil for all of it.
  package let region: PixelRect?
  /// `.never` if there is a region.
  package let thumbnail: ThumbnailUse
  /// Of a video, the frame at this percentage of its duration, from 1 to 99; nil for its poster.
  package let moment: Int?
  /// Whether the answer is in Display P3, not sRGB.
  package let isWide: Bool
  /// Maximum number of bytes to read of the file.
  package let fileByteCount: Int

  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, region: PixelRect? = nil,
    thumbnail: ThumbnailUse = .whereItSuffices, moment: Int? = nil, isWide: Bool = false,
    fileByteCount: Int
  ) {
    self.box = Self.limited(box)
    self.wholeBox = Self.limited(wholeBox ?? box, from: self.box)
    self.region = region.map(Self.limited)
    self.thumbnail = region == nil ? thumbnail : .never
    self.moment = moment.map { max(1, min($0, 99)) }
    self.isWide = isWide
    self.fileByteCount = max(0, fileByteCount)
  }

  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .request, byteCount: Self.byteCount),
      let box = reader.take(PixelSize.self), let wholeBox = reader.take(PixelSize.self),
      let hasRegion = reader.take(Bool.self), let place = reader.take(PixelRect.self),
      let thumbnail = reader.take(ThumbnailUse.self), let isWide = reader.take(Bool.self),
      let fileByteCount = reader.take(Int.self), fileByteCount >= 0,
      let moment = reader.take(UInt8.self), moment < 100
    else { return nil }
    let region = hasRegion ? place : nil
    guard region != nil || place == Self.noRegion else { return nil }
    self.init(
      box: box, wholeBox: wholeBox, region: region, thumbnail: thumbnail,
      moment: moment == 0 ? nil : Int(moment), isWide: isWide, fileByteCount: fileByteCount)
    guard self.box == box, self.wholeBox == wholeBox, self.region == region,
      self.thumbnail == thumbnail
    else { return nil }
  }

  private static func limited(_ region: PixelRect) -> PixelRect {
    let places = -placeLimit...placeLimit
    func place(_ start: Int) -> Int { min(max(places.lowerBound, start), places.upperBound) }
    return PixelRect(
      x: place(region.x), y: place(region.y), width: place(region.size.width),
      height: place(region.size.height)
    ).clamped(into: PixelSize(width: placeLimit, height: placeLimit))
  }

  static func limited(
    _ size: PixelSize, from least: PixelSize = PixelSize(width: 1, height: 1)
  ) -> PixelSize {
    PixelSize(
      width: max(least.width, min(size.width, sideLimit)),
      height: max(least.height, min(size.height, sideLimit)))
  }

  package var bytes: [UInt8] {
    MessageKind.request.message(
      box, wholeBox, region != nil, region ?? Self.noRegion, thumbnail, isWide, fileByteCount,
      UInt8(moment ?? 0))
  }
}

/// How the thumbnail in a photo's EXIF block may be used.
package enum ThumbnailUse: UInt8, Hashable, Sendable {
  case never
  /// Instead of the image, if it fills the box and has the image's proportions.
  case whereItSuffices
  /// Only a thumbnail is wanted, however small: a first preview of a large image.
  case only
}
