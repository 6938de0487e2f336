import Decoding

/// A kind of picture, and what reads it.
struct ReadableFormat: Hashable, Sendable {
  let name: String
  let role: DecoderRole
  let library: String

  /// All kinds, as people call them.
  static let all =
    [
      ReadableFormat(name: "JPEG", role: .fast, library: "libjpeg-turbo, libexif, lcms2"),
      ReadableFormat(name: "PNG", role: .fast, library: "libspng, lcms2"),
      ReadableFormat(name: "BMP", role: .fast, library: "photocell itself"),
    ]
    + [
      ("GIF", "libvips"), ("WebP", "libvips, libwebp"), ("TIFF", "libvips, libtiff"),
      ("HEIC", "libvips, libheif"), ("AVIF", "libvips, libheif"), ("JPEG XL", "libvips, libjxl"),
      ("JPEG 2000", "libvips, openjpeg"), ("SVG", "libvips, librsvg"),
      ("camera raw", "LibRaw: the embedded preview"),
    ].map { ReadableFormat(name: $0.0, role: .vips, library: $0.1) }
}
