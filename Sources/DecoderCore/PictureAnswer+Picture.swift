package import DecoderMessages
import Imaging

extension PictureAnswer {
  /// What a decoded picture is answered as.
  package init(_ picture: DecodedPicture) {
    self = .picture(
      picture.bitmap,
      PictureFacts(
        bitmapSize: picture.bitmap.size, pictureSize: picture.pictureSize,
        orientation: picture.orientation,
        isFromThumbnail: picture.isFromThumbnail, isComplete: picture.isComplete))
  }
}

extension PictureRefusal {
  /// The message's word for why encoded bytes gave no picture.
  package init(_ error: PictureError) {
    self =
      switch error {
      case .notAnImage: .notAnImage
      case .unsupported(let kind): .unsupported(kind)
      case .truncated: .truncated
      case .damaged: .damaged
      case .tooManyPixels(let size): .tooManyPixels(size)
      case .noThumbnail: .noThumbnail
      case .outOfMemory: .outOfMemory
      }
  }
}
