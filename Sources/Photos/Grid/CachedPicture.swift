import Base
import Catalogs
import ExpiringCache
import ImagePipeline
package import Imaging

/// A tile in the memory cache, as the cache view lists it.
package struct CachedPicture: Hashable, Sendable {
  let request: ImageRequest
  /// Bytes; zero if the content was discarded and only the key is left.
  package let byteCount: Int
  /// Time until it expires unless it is used; nil if it never expires.
  package let timeLeft: Duration?
  package let isOnScreen: Bool
  package let isDiscarded: Bool

  init(_ entry: CachedEntry<ImageRequest>) {
    request = entry.key
    byteCount = entry.cost
    timeLeft = entry.timeLeft
    isOnScreen = entry.isPinned
    isDiscarded = entry.isDiscarded
  }

  /// The file name as raw bytes; not sanitized.
  package var name: [UInt8] { request.photo.name.bytes }

  /// In character cells.
  package var room: CellSize { request.cells }

  /// Compares the request only, since the two may be of different moments.
  package func isSame(as other: CachedPicture) -> Bool { request == other.request }
}
