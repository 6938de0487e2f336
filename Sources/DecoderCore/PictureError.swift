package import Imaging

/// Why encoded bytes gave no picture.
package enum PictureError: Error, Hashable, Sendable {
  /// The bytes are no picture of any kind that is known here.
  case notAnImage
  /// The bytes are a picture of a kind that cannot be read; carries the name of the kind.
  case unsupported(String)
  /// The bytes end before any pixel was had.
  case truncated
  /// The bytes contradict themselves, and no pixel was had.
  case damaged
  /// The picture has more pixels than are decoded; carries its stored size.
  case tooManyPixels(PixelSize)
  /// There is no embedded thumbnail, and nothing else was wanted.
  case noThumbnail
  /// Memory for the picture could not be had.
  case outOfMemory
}
