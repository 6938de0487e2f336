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
