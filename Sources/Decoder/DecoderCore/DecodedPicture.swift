package import Imaging

/// A picture out of encoded bytes, scaled and turned as it is shown.
package struct DecodedPicture: Hashable, Sendable {
  /// The pixels, no larger than the box that was asked for.
  package var bitmap: Bitmap
  /// The size of the whole picture as it is shown, in pixels.
  package var pictureSize: PixelSize
  /// How it was turned to be shown.
  package var orientation: Orientation
  /// Tells whether the pixels come from an embedded thumbnail.
  package var isFromThumbnail: Bool
  /// False where the codec complained or the bytes ended early.
  ///
  /// Then some pixels are missing or wrong.
  package var isComplete: Bool

  /// Takes the pixels and what is known of them.
  package init(
    bitmap: Bitmap, pictureSize: PixelSize, orientation: Orientation = .topLeft,
    isFromThumbnail: Bool, isComplete: Bool
  ) {
    self.bitmap = bitmap
    self.pictureSize = pictureSize
    self.orientation = orientation
    self.isFromThumbnail = isFromThumbnail
    self.isComplete = isComplete
  }
}
