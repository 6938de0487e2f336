import DecoderCore
import PictureFormats

/// A loader of libvips for one kind of picture.
enum VipsLoader: String {
  case gif = "gifload_buffer"
  case webP = "webpload_buffer"
  case tiff = "tiffload_buffer"
  case heif = "heifload_buffer"

  /// The loader for a kind that needs nothing besides; nil where there is none.
  init?(_ format: PictureFormat) {
    switch format {
    case .gif: self = .gif
    case .tiff: self = .tiff
    default: return nil
    }
  }

  /// Whether the orientation is a note that the codec leaves to us.
  ///
  /// The others turn the picture themselves, and what their EXIF block says besides must not turn it again.
  var leavesTurning: Bool { self == .tiff || self == .webP }

  /// Whether the pages of a file are frames that are played.
  var hasFrames: Bool { self == .gif || self == .webP }

  /// Whether files hold a small picture besides the large one.
  var hasThumbnails: Bool { self == .heif }
}
