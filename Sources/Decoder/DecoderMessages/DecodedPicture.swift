package import Imaging

/// A picture out of encoded bytes, scaled and turned as it is shown.
package struct DecodedPicture: Hashable, Sendable {
  /// The pixels, no larger than the box that was asked for.
  package var bitmap: Bitmap
  /// What is known of the picture.
  package var info: PictureInfo
  /// Whether the pixels come from an embedded thumbnail.
  package var isFromThumbnail: Bool
  /// What the pixels show, in pixels of the whole picture as it is shown; nil for all of it.
  package var region: PixelRect?

  /// Takes the pixels and what is known of them.
  package init(
    bitmap: Bitmap, info: PictureInfo, isFromThumbnail: Bool = false, region: PixelRect? = nil
  ) {
    self.bitmap = bitmap
    self.info = info
    self.isFromThumbnail = isFromThumbnail
    self.region = region
  }
}

/// What decoding one picture ends with.
package typealias PictureAnswer = Result<DecodedPicture, PictureError>

extension PictureAnswer {
  /// What goes before the pixels.
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
