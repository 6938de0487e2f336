package import Imaging
package import PictureFormats

/// A thumbnail as machines give it to one another: its pixels, and what is said of the photo with them.
package struct SharedThumbnail: Hashable, Sendable {
  /// The picture as it is shown.
  package let bitmap: Bitmap
  /// The size of the photo as it is shown, in pixels.
  package let pictureSize: PixelSize
  /// What the photo's file is; nil where that is not known.
  package let format: PictureFormat?
  /// Whether the photo has more frames than this one.
  package let isMoving: Bool

  /// Takes the pixels, and what is said of the photo.
  package init(bitmap: Bitmap, pictureSize: PixelSize, format: PictureFormat?, isMoving: Bool) {
    self.bitmap = bitmap
    self.pictureSize = pictureSize
    self.format = format
    self.isMoving = isMoving
  }
}
