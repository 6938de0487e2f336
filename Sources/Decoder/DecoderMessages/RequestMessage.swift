package import Imaging

/// What a decoder is asked for, as it is sent: with it come the descriptors of the file, of the end
/// that the answer is written to, and of the end that is told how the decoding ended.
package struct RequestMessage: Hashable, Sendable {
  /// The longest side of a box in pixels: a picture that fits has at most a gigabyte.
  package static let sideLimit = 16_384
  /// The length of the message in bytes.
  package static let byteCount = 29

  /// The box in pixels that the picture, as it is shown, is scaled down to fit; sides from 1 to
  /// `sideLimit`.
  package let box: PixelSize
  /// The box in pixels for a picture that must be decoded whole; no side is less than one of `box`,
  /// and none is more than `sideLimit`.
  package let wholeBox: PixelSize
  /// What an embedded thumbnail may be used for.
  package let thumbnail: ThumbnailUse
  /// How many bytes of the file are read at most.
  package let fileByteCount: Int

  /// Makes a request; sides of the boxes beyond the limits are brought to them.
  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, thumbnail: ThumbnailUse = .whereItSuffices,
    fileByteCount: Int
  ) {
    self.box = Self.limited(box, from: PixelSize(width: 1, height: 1))
    self.wholeBox = Self.limited(wholeBox ?? box, from: self.box)
    self.thumbnail = thumbnail
    self.fileByteCount = max(0, fileByteCount)
  }

  /// Reads a request; nil where any number of it is out of its limits.
  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .request, byteCount: Self.byteCount),
      let box = reader.takeSize(), let wholeBox = reader.takeSize(),
      let thumbnail = reader.take(UInt8.self).flatMap(ThumbnailUse.init),
      let count = reader.take(UInt64.self), let fileByteCount = Int(exactly: count)
    else { return nil }
    self.init(
      box: box, wholeBox: wholeBox, thumbnail: thumbnail, fileByteCount: fileByteCount)
    guard self.box == box, self.wholeBox == wholeBox else { return nil }
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
