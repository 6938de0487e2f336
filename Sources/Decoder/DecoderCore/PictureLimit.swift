package import DecoderMessages
package import Imaging

/// How large a picture may be, checked from its header before any memory is taken for it.
package enum PictureLimit {
  /// JPEG in one scan, in pixels: TurboJPEG keeps a few rows only, so a large one is cheap.
  static let oneScan = 300_000_000
  /// JPEG in several scans, in pixels: all coefficients of all scans stay in memory, up to 6 bytes
  /// a pixel.
  static let manyScans = 100_000_000
  /// PNG, in pixels.
  static let png = 100_000_000
  /// What libvips reads, in pixels: most of its codecs keep the whole picture in memory.
  private static let other = 100_000_000
  /// One side of a PNG, and the width of a BMP, in pixels, as in libpng: what bounds the memory for one
  /// row.
  static let side = 1_000_000
  /// Decoded pixels in memory, in bytes.
  static let byteCount = 1 << 30

  /// Refuses a picture of the kinds that are read by libvips for its size.
  /// - Throws: `PictureError.damaged` for an empty picture, `PictureError.tooManyPixels`.
  package static func check(_ size: PixelSize) throws(PictureError) {
    try check(size, pixels: other)
  }

  /// Refuses a size with more pixels than a limit; sides may be any number.
  /// - Throws: `PictureError.damaged` for an empty picture, `PictureError.tooManyPixels`.
  static func check(_ size: PixelSize, pixels limit: Int) throws(PictureError) {
    guard size.width > 0, size.height > 0 else { throw .damaged }
    let (area, overflows) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflows, area <= limit else { throw .tooManyPixels(size) }
  }
}
