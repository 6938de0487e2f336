/// What kind of pictures a decoder process is for; each role is a program of its own.
package enum DecoderRole: CaseIterable, Hashable, Sendable {
  /// JPEG and PNG: most photos, and ready in a few milliseconds.
  case fast
  /// All else, by libvips; started when first needed.
  case vips
}
