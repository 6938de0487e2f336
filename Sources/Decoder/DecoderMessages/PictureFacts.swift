package import Imaging

/// What a decoder says of the picture whose pixels follow.
package struct PictureFacts: Hashable, Sendable {
  /// The size of what follows, in pixels.
  package let bitmapSize: PixelSize
  /// The size of the whole picture as it is shown, in pixels.
  package let pictureSize: PixelSize
  /// How it was turned to be shown.
  package let orientation: Orientation
  /// Tells whether the pixels come from an embedded thumbnail.
  package let isFromThumbnail: Bool
  /// False where pixels are missing or wrong.
  package let isComplete: Bool

  /// Takes what is known of a picture.
  package init(
    bitmapSize: PixelSize, pictureSize: PixelSize, orientation: Orientation = .topLeft,
    isFromThumbnail: Bool, isComplete: Bool
  ) {
    self.bitmapSize = bitmapSize
    self.pictureSize = pictureSize
    self.orientation = orientation
    self.isFromThumbnail = isFromThumbnail
    self.isComplete = isComplete
  }

  /// How many bytes of pixels follow: four for each.
  package var byteCount: Int { bitmapSize.area * 4 }
}
