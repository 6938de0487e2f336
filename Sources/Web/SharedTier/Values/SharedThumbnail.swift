package import Imaging

/// A thumbnail as machines give it to one another: its pixels, and what is said of the photo with them.
package struct SharedThumbnail: Hashable, Sendable {
  /// The picture as it is shown.
  package let bitmap: Bitmap
  /// What is known of the photo, whose file has the same bytes wherever it lies; without their number.
  package let info: PictureInfo
  /// Whether that is all that a decoder would say; older versions have shared less.
  package let hasAllFacts: Bool

  /// Takes the pixels, and what is known of a photo that is whole.
  package init(bitmap: Bitmap, info: PictureInfo, hasAllFacts: Bool = true) {
    self.bitmap = bitmap
    var info = info
    info.byteCount = 0
    self.info = info
    self.hasAllFacts = hasAllFacts
  }
}
