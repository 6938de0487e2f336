internal import DecoderCore
internal import DecoderMessages
internal import Imaging

extension VipsDecoder {
  /// Decodes the picture of a HEIC or AVIF, and no sequence; of a grid that ends too early what there is.
  /// - Throws: The reason why there is no picture.
  func decodeHEIF(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let picture = HEIFPicture(try HEIFItems(bytes))
    // libheif tells the size that is left after cropping, and decodes all of a picture.
    if let size = picture.codedSize { try announce(size) }
    do throws(PictureError) {
      return try decode(
        picture.rewrittenFile, with: .heif,
        VipsReading.Hints(
          colors: picture.colors?.colors ?? .standard, isMultiplied: picture.isMultiplied,
          missingAreas: picture.missingAreas))
    } catch {
      throw picture.reason(for: error)
    }
  }
}
