package import DecoderMessages

/// What kind of pictures a decoder process is for; each role is a program of its own.
package enum DecoderRole: String, CaseIterable, Hashable, Sendable {
  /// JPEG, PNG and BMP: most photos, and ready in a few milliseconds.
  case fast
  /// All else, by libvips; started when first needed.
  case vips
}

extension DecoderRole {
  /// Who decodes a kind of picture; nil where nobody does.
  package init?(for format: PictureFormat) {
    switch format {
    case .jpeg, .png, .bmp: self = .fast
    case .gif, .webP, .tiff, .heic, .avif, .jpegXL, .jpeg2000, .svg, .compressedSVG: self = .vips
    case .cr2, .cr3, .nef, .arw, .dng, .raf, .orf, .rw2: self = .vips
    case .psd, .openEXR, .radiance, .qoi: return nil
    }
  }
}
