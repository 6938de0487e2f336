internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
  /// Decodes the still image of a HEIC or AVIF; of a truncated grid, the available tiles.
  func decodeHEIF(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let picture = HEIFPicture(try HEIFItems(bytes))
    // libheif reports the size after cropping, but decodes the whole image.
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
