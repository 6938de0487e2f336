/// A loader operation of libvips that reads from memory.
struct VipsLoader: Hashable {
  let name: String

  static let gif = VipsLoader(name: "gifload_buffer")
  static let webP = VipsLoader(name: "webpload_buffer")
  static let tiff = VipsLoader(name: "tiffload_buffer")
  static let heif = VipsLoader(name: "heifload_buffer")

  /// The others rotate the image themselves, and the orientation in EXIF must not be applied again.
  var leavesTurning: Bool { self == .tiff || self == .webP }

  /// Whether the pages of a file are animation frames.
  var hasFrames: Bool { self == .gif || self == .webP }

  var hasThumbnails: Bool { self == .heif }
}
