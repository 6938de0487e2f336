internal import DecoderCore
internal import DecoderMessages
internal import Imaging

extension VipsDecoder {
  /// Decodes a WebP, or what there is of one that ends too early.
  ///
  /// How it must be turned stands behind its pixels, and is lost with them.
  /// - Throws: The reason why there is no picture.
  func decodeWebP(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    if let header = WebPHeader(bytes) { try announce(header.size) }
    do throws(PictureError) {
      return try decode(bytes, with: .webP)
    } catch {
      let chunks = WebPChunks(bytes)
      guard chunks.isCutShort, thumbnail != .only else { throw error }
      return try beginning(of: bytes, chunks["ICCP"].map { .profile(Array($0)) } ?? .standard)
    }
  }

  private func beginning(
    of bytes: [UInt8], _ colors: PictureColors
  ) throws(PictureError) -> DecodedPicture {
    let result = unsafe bytes.withUnsafeBytes { file in
      Result { () throws(PictureError) in
        let beginning = try unsafe WebPBeginning(file)
        return try beginning.picture(cutBy: rule, colors)
      }
    }
    return try result.get()
  }
}
