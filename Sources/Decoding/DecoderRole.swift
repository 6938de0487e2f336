internal import DecoderMessages

/// What kind of pictures a decoder process is for; each role is a program of its own.
package enum DecoderRole: String, CaseIterable, Hashable, Sendable {
  /// JPEG, PNG and BMP: most photos, and ready in a few milliseconds.
  case fast
  /// All else, by libvips; started when first needed.
  case vips
}

extension DecoderRole {
  /// Who decodes a kind of picture; nil where nobody does.
  init?(for format: PictureFormat) {
    switch format {
    case .jpeg, .png, .bmp: self = .fast
    case .other: return nil
    default: self = .vips
    }
  }
}
