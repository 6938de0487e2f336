package import DecoderProtocol
package import Imaging

/// Size limits of images, checked from the header before memory is allocated.
package enum PictureLimit {
  /// JPEG in one scan, in pixels: TurboJPEG keeps only a few rows.
  static let oneScan = 300_000_000
  /// JPEG in several scans, in pixels: all coefficients stay in memory, up to 6 bytes per pixel.
  static let manyScans = 100_000_000
  static let png = 100_000_000
  /// Images read by libvips, in pixels: most of its codecs keep the whole image in memory.
  private static let other = 100_000_000
  /// Maximum side of a PNG and width of a BMP in pixels, as in libpng; limits memory for a row.
  static let side = 1_000_000
  /// Decoded pixels in bytes.
  static let byteCount = 1 << 30

  /// Throws `.damaged` for an empty image, or `.tooManyPixels`.
  package static func check(_ size: PixelSize) throws(PictureError) {
    try check(size, pixels: other)
  }

  /// Throws `.damaged` for an empty image, or `.tooManyPixels`; sides may be any number.
  static func check(_ size: PixelSize, pixels limit: Int) throws(PictureError) {
    guard size.width > 0, size.height > 0 else { throw .damaged }
    let (area, overflows) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflows, area <= limit else { throw .tooManyPixels(size) }
  }
}
