package import Decoding
package import Imaging
import Thumbnails

/// The bitmap that a tile is made from, and where it was found.
package struct LoadedPicture: Sendable {
  /// The picture, scaled and turned as it is shown.
  package let bitmap: Bitmap
  /// The size of the whole picture as it is shown, in pixels; nil where a thumbnail does not tell.
  package let pictureSize: PixelSize?
  /// The size of the photo's encoded picture, in bytes.
  package let byteCount: Int
  /// False where the file ended early or is damaged.
  package let isComplete: Bool
  /// False where the file was being written meanwhile: not to be kept, for it is no longer that.
  package let isSettled: Bool
  /// Whether it is a response past its lifetime, which its server might answer otherwise by now.
  package let isStale: Bool
  /// Where it was found.
  package let origin: LoadedTile.Origin

  /// Takes what a decoder answered, and where its file came from.
  package init(_ decoded: DecodedImage, origin: LoadedTile.Origin, isStale: Bool = false) {
    bitmap = decoded.bitmap
    pictureSize = decoded.pictureSize
    byteCount = decoded.byteCount
    isComplete = decoded.isComplete
    isSettled = decoded.isSettled
    self.origin = origin
    self.isStale = isStale
  }

  /// Takes what a thumbnail gave.
  /// - Parameters:
  ///   - image: The thumbnail.
  ///   - photo: The file that it stands for, as it is now.
  ///   - pictureSize: The size of the whole picture in pixels, where the thumbnail tells.
  init(thumbnail image: DecodedImage, of photo: PhotoFile, pictureSize: PixelSize?) {
    bitmap = image.bitmap
    self.pictureSize = pictureSize
    byteCount = photo.byteCount
    isComplete = true
    isSettled = true
    isStale = false
    origin = .thumbnail
  }
}
