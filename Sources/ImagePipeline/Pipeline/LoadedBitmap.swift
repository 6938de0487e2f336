import DecoderProtocol
package import Imaging

/// A bitmap, facts of its image, and where it was found.
package struct LoadedBitmap: Hashable, Sendable {
  /// Scaled and oriented as displayed.
  package let bitmap: Bitmap
  package internal(set) var info: PictureInfo
  package let isFromThumbnail: Bool
  /// The region shown, in pixels of the displayed image; nil for all of it.
  package let region: PixelRect?
  /// False if the file was being written; the bitmap must not be stored then.
  package var isStable = true
  package internal(set) var origin: Provenance.Origin
  /// Whether the response is past its lifetime.
  package internal(set) var isStale = false
  /// Whether `info` is what a decoder of the whole file would report.
  var hasAllFacts = true
  /// Whether the server has a larger rendition.
  var hasLarger: Bool
  /// Whether it is the small image at the start of a large file, whose rest is not loaded.
  var isBeginning = false

  package init(
    bitmap: Bitmap, info: PictureInfo, isFromThumbnail: Bool = false, region: PixelRect? = nil,
    origin: Provenance.Origin = .file, hasLarger: Bool = false
  ) {
    self.bitmap = bitmap
    self.info = info
    self.isFromThumbnail = isFromThumbnail
    self.region = region
    self.origin = origin
    self.hasLarger = hasLarger
  }

  init(_ picture: DecodedPicture) {
    self.init(
      bitmap: picture.bitmap, info: picture.info, isFromThumbnail: picture.isFromThumbnail,
      region: picture.region)
  }

  /// Whether it fills a box, in pixels, for its proportions, up to rounding.
  func fills(_ box: PixelSize) -> Bool {
    let (size, shown) = (bitmap.size, info.size ?? bitmap.size)
    let scale = min(
      Double(box.width) / Double(max(1, shown.width)),
      Double(box.height) / Double(max(1, shown.height)))
    return Double(size.width + 1) > Double(shown.width) * scale
      && Double(size.height + 1) > Double(shown.height) * scale
  }
}
