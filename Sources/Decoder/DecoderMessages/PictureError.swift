package import Imaging

/// Why encoded bytes gave no picture, from the codec to the interface.
package enum PictureError: Error, Hashable, Sendable {
  /// The content is no picture.
  case notAnImage
  /// The content is a picture that cannot be read; carries what it is, in printable ASCII.
  case unsupported(String)
  /// The content ends before any pixel was had.
  case truncated
  /// The content contradicts itself, and no pixel was had.
  case damaged
  /// The picture has more pixels than are decoded; carries its stored size.
  case tooManyPixels(PixelSize)
  /// There is no embedded thumbnail, and nothing else was wanted.
  case noThumbnail
  /// Memory for the picture could not be had.
  case outOfMemory
  /// The file could not be read; carries `errno`.
  case unreadable(errno: Int32)
}
