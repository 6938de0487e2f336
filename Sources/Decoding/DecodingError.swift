package import Imaging

/// Why a picture could not be decoded; each case is one short sentence for its cell.
package enum DecodingError: Error, Hashable, Sendable {
  /// The content is no picture that any decoder knows.
  case notAnImage
  /// The content is a picture of a kind that is known but cannot be read; carries what it is.
  case unsupported(String)
  /// The content ends too early or is damaged.
  case damaged
  /// The picture has more pixels than are decoded.
  case tooManyPixels(PixelSize)
  /// The file is larger than is read.
  case fileTooLarge(byteCount: Int)
  /// The path names a folder, a FIFO, a socket or a device.
  case notAFile
  /// The file could not be opened or read; carries `errno`.
  case unreadable(errno: Int32)
  /// There is no embedded thumbnail, and nothing else was wanted.
  case noThumbnail
  /// Memory for the picture could not be had.
  case outOfMemory
  /// The file is being written; to be tried again once it rests.
  case changing
  /// The task was cancelled.
  case cancelled
}
