internal import DecoderMessages
internal import DecoderCore
internal import Imaging

extension VipsDecoder {
  /// Decodes the preview that a camera puts into its raw file, turned as the raw data would be.
  /// - Throws: `PictureError.unsupported` where there is none, or none in JPEG.
  func decodePreview(of bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    guard thumbnail != .only else { throw .noThumbnail }
    let preview = try RawPreview(of: bytes)
    var picture = try PictureDecoder(box: wholeBox, thumbnail: .never)
      .decode(preview.jpeg, turnedBy: preview.orientation)
    let shown = preview.orientation.shown(preview.size)
    if ThumbnailRule(photo: shown, thumbnail: picture.pictureSize).hasSameShape {
      picture.pictureSize = shown
    }
    return picture
  }
}
