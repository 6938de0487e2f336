import DecoderKit
import Imaging

enum VipsLoader: String {
  case gif = "gifload_buffer"
  case webP = "webpload_buffer"
  case tiff = "tiffload_buffer"
  case heif = "heifload_buffer"

  init?(_ format: PictureFormat) {
    switch format {
    case .gif: self = .gif
    case .tiff: self = .tiff
    default: return nil
    }
  }

  /// The others rotate the image themselves, and the orientation in EXIF must not be applied again.
  var leavesTurning: Bool { self == .tiff || self == .webP }

  /// Whether the pages of a file are animation frames.
  var hasFrames: Bool { self == .gif || self == .webP }

  var hasThumbnails: Bool { self == .heif }
}
