package import Imaging

/// What a decoder is asked for, as it is sent: with it come the descriptors of the file, of the end
/// that the answer is written to, and of the end that is told how the decoding ended.
package struct RequestMessage: Hashable, Sendable {
  /// The longest side of a box in pixels: a picture that fits has at most a gigabyte.
  package static let sideLimit = 16_384
  /// Beyond the longest side of any picture, in pixels.
  private static let placeLimit = Int(Int32.max)
  private static let noRegion = PixelRect(x: 0, y: 0, width: 0, height: 0)
  /// The length of the message in bytes.
  package static let byteCount = 46

  /// The box in pixels that the picture, as it is shown, is scaled down to fit; sides from 1 to
  /// `sideLimit`.
  package let box: PixelSize
  /// The box in pixels for a picture that must be decoded whole; no side is less than one of `box`,
  /// and none is more than `sideLimit`.
  package let wholeBox: PixelSize
  /// What is wanted of the picture, in pixels of the whole picture as it is shown; nil for all of it.
  ///
  /// What it is of that counts (`PixelRect.clamped(into:)`). No side is below 1.
  package let region: PixelRect?
  /// What an embedded thumbnail may be used for; nothing where a region is wanted.
  package let thumbnail: ThumbnailUse
  /// How many bytes of the file are read at most.
  package let fileByteCount: Int

  /// Makes a request; sides of the boxes beyond the limits are brought to them.
  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, region: PixelRect? = nil,
    thumbnail: ThumbnailUse = .whereItSuffices, fileByteCount: Int
  ) {
    self.box = Self.limited(box, from: PixelSize(width: 1, height: 1))
    self.wholeBox = Self.limited(wholeBox ?? box, from: self.box)
    self.region = region.map(Self.limited)
    self.thumbnail = region == nil ? thumbnail : .never
    self.fileByteCount = max(0, fileByteCount)
  }

  /// Reads a request; nil where any number of it is out of its limits.
  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .request, byteCount: Self.byteCount),
      let box = reader.takeSize(), let wholeBox = reader.takeSize(),
      let hasRegion = reader.take(UInt8.self), hasRegion <= 1, let place = reader.takeRect(),
      let thumbnail = reader.take(UInt8.self).flatMap(ThumbnailUse.init),
      let count = reader.take(UInt64.self), let fileByteCount = Int(exactly: count)
    else { return nil }
    let region = hasRegion == 1 ? place : nil
    guard region != nil || place == Self.noRegion else { return nil }
    self.init(
      box: box, wholeBox: wholeBox, region: region, thumbnail: thumbnail,
      fileByteCount: fileByteCount)
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

  private static func limited(_ size: PixelSize, from least: PixelSize) -> PixelSize {
    PixelSize(
      width: max(least.width, min(size.width, sideLimit)),
      height: max(least.height, min(size.height, sideLimit)))
  }

  /// The request as it is sent.
  package var bytes: [UInt8] {
    var writer = MessageWriter(.request)
    writer.put(box)
    writer.put(wholeBox)
    writer.put(UInt8(region == nil ? 0 : 1))
    writer.put(region ?? Self.noRegion)
    writer.put(thumbnail.rawValue)
    writer.put(UInt64(fileByteCount))
    return writer.bytes
  }
}

/// What the thumbnail inside a photo's EXIF block may be used for.
package enum ThumbnailUse: UInt8, Hashable, Sendable {
  /// Nothing: the picture itself is decoded.
  case never
  /// Instead of the picture, where it fills the box and has the picture's proportions.
  case whereItSuffices
  /// Nothing else is wanted, however small it is: a first look at a large picture.
  case only
}
