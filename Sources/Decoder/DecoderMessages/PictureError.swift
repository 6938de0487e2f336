package import Imaging
import Values

/// Why encoded bytes gave no picture, from the codec to the interface.
package enum PictureError: Error, Hashable, Sendable {
  /// The content is no picture.
  case notAnImage
  /// The content is a picture that cannot be read; carries what it is, in printable ASCII.
  case unsupported(String)
  /// The content ends before the first pixel.
  case truncated
  /// The content contradicts itself, and gives no pixel.
  case damaged
  /// The picture has more pixels than are decoded; carries its stored size.
  case tooManyPixels(PixelSize)
  /// There is no embedded thumbnail, and nothing else was wanted.
  case noThumbnail
  /// There is not enough memory for the picture.
  case outOfMemory
  /// The file could not be read; carries `errno`.
  case unreadable(errno: Int32)
}

extension PictureError: CustomStringConvertible {
  /// One short phrase for a cell, in lower case.
  package var description: String {
    switch self {
    case .notAnImage: "not an image"
    case .unsupported(let kind): "unsupported: \(kind)"
    case .truncated: "truncated"
    case .damaged: "damaged"
    case .tooManyPixels(let size): "too large: \(size)"
    case .noThumbnail: "no thumbnail"
    case .outOfMemory: "out of memory"
    case .unreadable(let errno): "\(SystemError(errno))"
    }
  }
}
