package import Imaging

/// What a decoder answers.
package struct DecodedImage: Hashable, Sendable {
  /// The picture, scaled and turned as it is shown.
  package let bitmap: Bitmap
  /// What is known of the picture it came from.
  package let info: PictureInfo
  /// Whether the bitmap was made from an embedded thumbnail.
  package let isFromThumbnail: Bool
  /// False where the file was being written meanwhile: not to be kept, for it is no longer that.
  package private(set) var isSettled = true

  /// Takes a bitmap and what is known of the picture it came from.
  package init(bitmap: Bitmap, info: PictureInfo, isFromThumbnail: Bool = false) {
    self.bitmap = bitmap
    self.info = info
    self.isFromThumbnail = isFromThumbnail
  }

  /// The same picture of a file that is being written.
  package var unsettled: DecodedImage {
    var copy = self
    copy.isSettled = false
    return copy
  }
}
