package import Imaging
import Pipeline

/// What is known of a photo whose picture is there.
package struct PictureStatus: Hashable, Sendable {
  /// The size of the whole picture, in pixels, where it is known.
  package let size: PixelSize?
  /// The size of the file, in bytes.
  package let byteCount: Int
  /// False where the file ended early or is damaged.
  package let isComplete: Bool
  /// How long the picture took to come.
  package let loadTime: Duration
  /// Where it came from, in a word or two: `memory`, `thumbnail`, `file`, `disk response`.
  package let origin: String
  /// Whether it is a response past its lifetime, which its server might answer otherwise by now.
  package let isStale: Bool
  /// Tells whether it was in memory.
  package let isFromMemory: Bool

  init(_ loaded: LoadedTile) {
    size = loaded.pictureSize
    byteCount = loaded.byteCount
    isComplete = loaded.isComplete
    loadTime = loaded.loadTime
    isStale = loaded.isStale
    origin = loaded.origin.rawValue
    isFromMemory = loaded.origin == .memory
  }
}
