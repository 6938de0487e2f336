/// The kind of an encoded picture, told from its first bytes, never from a name.
///
/// The raw value is the name that people know it by. Who lists or reads kinds goes by `allCases` and by
/// switches without a default, so that a new one can be forgotten nowhere.
package enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  case jpeg = "JPEG"
  case png = "PNG"
  case bmp = "BMP"
  case gif = "GIF"
  case webP = "WebP"
  case tiff = "TIFF"
  case heic = "HEIC"
  case avif = "AVIF"
  case jpegXL = "JPEG XL"
  case jpeg2000 = "JPEG 2000"
  case svg = "SVG"
  /// Anything packed by gzip; of pictures only SVG is packed so.
  case compressedSVG = "SVGZ"
  // The raw files of cameras.
  case cr2 = "CR2"
  case cr3 = "CR3"
  case nef = "NEF"
  case arw = "ARW"
  case dng = "DNG"
  case raf = "RAF"
  case orf = "ORF"
  case rw2 = "RW2"
  case psd = "PSD"
  case radiance = "Radiance HDR"
  case qoi = "QOI"
  case tga = "TGA"
  /// PBM, PGM, PPM and PAM.
  case pnm = "PNM"
  case ico = "ICO"
  case cur = "CUR"
  case openEXR = "OpenEXR"
  // Known, and read by nothing here.
  case icns = "ICNS"

  /// The media type (IANA's registry, and shared-mime-info for what is not there); nil for the raw
  /// files of cameras, of which each maker has its own, and for what nothing here reads.
  package var mimeType: String? {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .bmp: "image/bmp"
    case .gif: "image/gif"
    case .webP: "image/webp"
    case .tiff: "image/tiff"
    case .heic: "image/heic"
    case .avif: "image/avif"
    case .jpegXL: "image/jxl"
    case .jpeg2000: "image/jp2"
    case .svg: "image/svg+xml"
    case .compressedSVG: "image/svg+xml-compressed"
    case .cr2, .cr3, .nef, .arw, .dng, .raf, .orf, .rw2: nil
    case .psd: "image/vnd.adobe.photoshop"
    case .radiance: "image/vnd.radiance"
    case .qoi: "image/qoi"
    case .tga: "image/x-tga"
    case .pnm: "image/x-portable-anymap"
    case .ico: "image/vnd.microsoft.icon"
    case .cur: "image/x-win-bitmap"
    case .openEXR: "image/x-exr"
    case .icns: nil
    }
  }

  /// The kind of a media type; nil where no kind has it.
  package init?(mimeType: String) {
    guard let found = Self.allCases.first(where: { $0.mimeType == mimeType }) else { return nil }
    self = found
  }
}

extension PictureFormat: CustomStringConvertible {
  /// The name that people know the kind by.
  package var description: String { rawValue }
}
