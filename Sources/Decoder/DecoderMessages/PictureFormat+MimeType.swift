extension PictureFormat {
  /// The media type of the kind (IANA's registry, and shared-mime-info for what is not there); nil
  /// for the raw files of cameras, of which each maker has its own, and for what nothing here reads.
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
    case .psd, .openEXR, .radiance, .qoi, .ico, .cur, .icns: nil
    }
  }
}
