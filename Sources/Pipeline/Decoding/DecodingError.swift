package import DecoderMessages
package import Imaging

/// Why a picture could not be decoded; each case is one short sentence for its cell.
package enum DecodingError: Error, Hashable, Sendable {
  /// The content is no picture that any decoder knows.
  case notAnImage
  /// The content is a picture of a kind that is known but cannot be read; carries what it is.
  case unsupported(String)
  /// The content ends before any pixel.
  case truncated
  /// The content is damaged.
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
  /// The system has no thread to give that could wait for the picture.
  case noThread
  /// The file is being written; to be tried again once it rests.
  case changing
  /// The task was cancelled.
  case cancelled
  /// Decoding took longer than it may; carries how long that is.
  case tookTooLong(Duration)
  /// The decoder crashed on this picture, twice in a row; carries the signal that ended it.
  case crashed(signal: Int32)
  /// The decoder answered what cannot be an answer.
  case wrongAnswer
  /// The decoder cannot be started, or has died too often; `retryFailures` starts it again.
  case decoderUnavailable
  /// A part of the sandbox cannot be had, and nothing is decoded without it.
  case sandboxMissing(SandboxPart)
}
