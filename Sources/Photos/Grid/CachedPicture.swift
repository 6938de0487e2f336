import Catalog
import ExpiringCache
package import Imaging
import Pipeline
import Values

/// A picture in memory, as a list shows it.
package struct CachedPicture: Hashable, Sendable {
  let request: ImageRequest
  /// What it takes, in bytes; zero where only its key is left.
  package let byteCount: Int
  /// How long it stays unless it is used; nil if it never expires.
  package let timeLeft: Duration?
  /// Whether it can be seen, and so is kept however short memory is.
  package let isOnScreen: Bool
  /// Whether its content was discarded, so that only its key is left.
  package let isDiscarded: Bool

  init(_ entry: CachedEntry<ImageRequest>) {
    request = entry.key
    byteCount = entry.cost
    timeLeft = entry.timeLeft
    isOnScreen = entry.isPinned
    isDiscarded = entry.isDiscarded
  }

  /// The file name of its photo, as bytes of which nothing is known.
  package var name: [UInt8] { request.photo.name.bytes }

  /// The room it was made for, in character cells.
  package var room: CellSize { request.cells }

  /// Whether another one is the same picture, perhaps at another moment.
  package func isSame(as other: CachedPicture) -> Bool { request == other.request }
}
