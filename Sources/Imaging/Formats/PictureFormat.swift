/// The format of an encoded image, detected from its first bytes; the raw value is displayed.
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
  /// Any gzip data; only SVG is compressed this way.
  case compressedSVG = "SVGZ"
  // Camera raw formats.
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
  // Detected, but not supported.
  case icns = "ICNS"

  /// The media type (IANA, otherwise shared-mime-info); nil for raw and unsupported formats.
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

  package init?(mimeType: String) {
    guard let found = Self.allCases.first(where: { $0.mimeType == mimeType }) else { return nil }
    self = found
  }
}

extension PictureFormat: CustomStringConvertible {
  package var description: String { rawValue }
}
