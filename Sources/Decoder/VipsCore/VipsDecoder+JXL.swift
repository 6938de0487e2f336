internal import CJXL
internal import DecoderCore
internal import DecoderMessages
internal import Imaging

extension VipsDecoder {
  /// Decodes the first picture of a JPEG XL, which libjxl itself turns as it is shown.
  /// - Throws: The reason why there is no picture.
  func decodeJXL(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let result = unsafe bytes.withUnsafeBytes { file in
      Result { () throws(PictureError) in
        let decoder = try unsafe JXLDecoder(file)
        return try picture(of: decoder)
      }
    }
    return try result.get()
  }

  private func picture(of decoder: borrowing JXLDecoder) throws(PictureError) -> DecodedPicture {
    try decoder.advance(to: JXL_DEC_BASIC_INFO)
    let info = try decoder.info()
    let size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
    try announce(size)
    guard thumbnail != .only else { throw .noThumbnail }
    try decoder.advance(to: JXL_DEC_COLOR_ENCODING)
    let colors = decoder.colors()
    try decoder.advance(to: JXL_DEC_NEED_IMAGE_OUT_BUFFER)
    var pixels = try JXLPixels(size, isLong: info.bits_per_sample > 8)
    let isComplete = try decoder.read(into: &pixels)
    var rows = AveragedRows(size, to: size.fitted(into: wholeBox), hasAlpha: info.alpha_bits > 0)
    pixels.read(into: &rows)
    let bitmap = rows.finish(isComplete: isComplete)
      .inStandardColors(colors, isGray: info.num_color_channels == 1)
    return DecodedPicture(bitmap: bitmap, info: PictureInfo(size: size, isComplete: isComplete))
  }
}
