package import Imaging

/// What a decoder answers.
package struct DecodedImage: Hashable, Sendable {
  /// The picture, scaled and turned as it is shown.
  package let bitmap: Bitmap
  /// The size of the whole picture as it is shown, in pixels.
  package let pictureSize: PixelSize
  /// How it was turned to be shown.
  package let orientation: Orientation
  /// The size of the encoded picture, in bytes.
  package let byteCount: Int
  /// Tells whether the bitmap was made from an embedded thumbnail.
  package let isFromThumbnail: Bool
  /// False where the file ended early or is damaged, so that some pixels are missing or wrong.
  package let isComplete: Bool
  /// What the encoded picture is, as `image/jpeg`, where that has a name.
  package let mimeType: String?
  /// False where the file was being written meanwhile: not to be kept, for it is no longer that.
  package private(set) var isSettled = true

  /// Takes a bitmap and what is known of the picture it came from.
  package init(
    bitmap: Bitmap, pictureSize: PixelSize, orientation: Orientation = .topLeft, byteCount: Int,
    isFromThumbnail: Bool, isComplete: Bool = true, mimeType: String? = nil
  ) {
    self.bitmap = bitmap
    self.pictureSize = pictureSize
    self.orientation = orientation
    self.byteCount = byteCount
    self.isFromThumbnail = isFromThumbnail
    self.isComplete = isComplete
    self.mimeType = mimeType
  }

  /// The same picture of a file that is being written.
  package var unsettled: DecodedImage {
    var copy = self
    copy.isSettled = false
    return copy
  }
}
