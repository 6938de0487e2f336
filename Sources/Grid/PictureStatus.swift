package import Imaging
import Pipeline

/// What is known of a photo whose picture is there.
package struct PictureStatus: Hashable, Sendable {
  /// The size of the whole picture, in pixels.
  package let size: PixelSize
  /// The size of the file, in bytes.
  package let byteCount: Int
  /// False where the file ended early or is damaged.
  package let isComplete: Bool
  /// How long the picture took to come.
  package let loadTime: Duration
  /// Where it came from: `memory` or `file`.
  package let origin: String
  /// Tells whether it was in memory.
  package let isFromMemory: Bool

  init(_ loaded: LoadedTile) {
    size = loaded.pictureSize
    byteCount = loaded.byteCount
    isComplete = loaded.isComplete
    loadTime = loaded.loadTime
    origin = loaded.origin.rawValue
    isFromMemory = loaded.origin == .memory
  }
}
