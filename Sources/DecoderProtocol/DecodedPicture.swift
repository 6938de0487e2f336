import Base
package import Imaging

package enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  case notAnImage, empty
  /// An image that is not supported; with its kind in printable ASCII.
  case unsupported(String)
  /// The data ends before the first pixel.
  case truncated
  case damaged
  /// More pixels than the limit; with the stored size.
  case tooManyPixels(PixelSize)
  case noThumbnail, outOfMemory
  /// A container of videos that has none, but perhaps sound.
  case noVideo
  case unreadable(errno: Int32)

  /// A short lowercase phrase for a grid cell.
  package var description: String {
    switch self {
    case .notAnImage: "not an image"
    case .empty: "empty file"
    case .unsupported(let kind): "unsupported: \(kind)"
    case .truncated: "truncated"
    case .damaged: "damaged"
    case .tooManyPixels(let size): "too large: \(size)"
    case .noThumbnail: "no thumbnail"
    case .outOfMemory: "out of memory"
    case .noVideo: "no video in this file"
    case .unreadable(let errno): "\(SystemError(errno))"
    }
  }
}

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
