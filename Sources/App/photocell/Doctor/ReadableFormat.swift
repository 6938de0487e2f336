import Decoding
import PictureFormats

/// A kind of picture, and what reads it.
struct ReadableFormat: Hashable, Sendable {
  let name: String
  let role: DecoderRole
  let library: String

  /// All kinds that a decoder reads.
  static let all = PictureFormat.allCases.compactMap(ReadableFormat.init)

  private init?(_ format: PictureFormat) {
    guard let role = DecoderRole(for: format), let library = format.library else { return nil }
    name = format.description
    self.role = role
    self.library = library
  }
}

extension PictureFormat {
  /// What reads it; nil where nothing does.
  fileprivate var library: String? {
    switch self {
    case .jpeg: "libjpeg-turbo, libexif, lcms2"
    case .png: "libspng, lcms2"
    case .bmp: "photocell itself"
    case .gif: "libvips"
    case .webP: "libvips, libwebp"
    case .tiff: "libvips, libtiff"
    case .heic, .avif: "libvips, libheif"
    case .jpegXL: "libjxl"
    case .jpeg2000: "openjpeg"
    case .svg, .compressedSVG: "libvips, librsvg"
    case .cr2, .cr3, .nef, .arw, .dng, .raf, .orf, .rw2: "LibRaw: the embedded preview"
    case .psd, .openEXR, .radiance, .qoi, .ico, .cur, .icns: nil
    }
  }
}
