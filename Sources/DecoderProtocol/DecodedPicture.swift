package import Imaging

/// A decoded image, scaled and rotated for display.
package struct DecodedPicture: Hashable, Sendable {
  /// No larger than the requested box.
  package var bitmap: Bitmap
  package var info: PictureInfo
  /// Whether the pixels come from an embedded thumbnail.
  package var isFromThumbnail: Bool
  /// In pixels of the displayed image; nil for all of it.
  package var region: PixelRect?

  package init(
    bitmap: Bitmap, info: PictureInfo, isFromThumbnail: Bool = false, region: PixelRect? = nil
  ) {
    (self.bitmap, self.info, self.isFromThumbnail) = (bitmap, info, isFromThumbnail)
    self.region = region
  }
}

package typealias PictureAnswer = Result<DecodedPicture, PictureError>

extension PictureAnswer {
  package var header: AnswerHeader {
    switch self {
    case .success(let picture):
      .picture(
        bitmapSize: picture.bitmap.size, isFromThumbnail: picture.isFromThumbnail, picture.info,
        region: picture.region)
    case .failure(let reason): .refusal(reason)
    }
  }
}
