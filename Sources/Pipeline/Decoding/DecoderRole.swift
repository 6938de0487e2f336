package import PictureFormats

/// What kind of pictures a decoder process is for.
package enum DecoderRole: String, CaseIterable, Hashable, Sendable {
  /// JPEG, PNG and BMP: most photos, and ready in a few milliseconds.
  case fast
  /// All else, by libvips; started when first needed.
  case vips
  /// Drawings, by the same program with the fonts open that their texts need: to open them takes
  /// 18 ms, which no other kind should wait for.
  case drawing
}

extension DecoderRole {
  /// Who decodes a kind of picture; nil where nobody does.
  package init?(for format: PictureFormat) {
    switch format {
    case .jpeg, .png, .bmp: self = .fast
    case .gif, .webP, .tiff, .heic, .avif, .jpegXL, .jpeg2000: self = .vips
    case .svg, .compressedSVG: self = .drawing
    case .cr2, .cr3, .nef, .arw, .dng, .raf, .orf, .rw2: self = .vips
    case .psd, .openEXR, .radiance, .qoi, .ico, .cur, .icns: return nil
    }
  }
}
