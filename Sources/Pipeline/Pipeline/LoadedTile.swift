package import Imaging

/// A tile, and what is known of the picture it was made from.
package struct LoadedTile: Hashable, Sendable {
  /// The picture itself.
  package let tile: Tile
  /// The size of the whole picture as it is shown, in pixels; nil where a thumbnail does not tell.
  package let pictureSize: PixelSize?
  /// The size of the photo's file, in bytes.
  package let byteCount: Int
  /// False where the file ended early or is damaged: the tile shows what there was of it.
  package let isComplete: Bool
  /// When its loading began, in seconds since 1970 in UTC: what has changed since then shows otherwise.
  package let begunAt: Int
  /// Whether it shows a response past its lifetime, which its server might answer otherwise by now.
  package let isStale: Bool
  /// Where the tile came from this time.
  package private(set) var origin: Origin
  /// How long it took to come from there.
  package private(set) var loadTime: Duration

  /// Takes a tile and what is known of it.
  package init(
    tile: Tile, pictureSize: PixelSize?, byteCount: Int, isComplete: Bool = true,
    begunAt: Int, isStale: Bool = false, origin: Origin, loadTime: Duration
  ) {
    self.tile = tile
    self.pictureSize = pictureSize
    self.byteCount = byteCount
    self.isComplete = isComplete
    self.begunAt = begunAt
    self.isStale = isStale
    self.origin = origin
    self.loadTime = loadTime
  }

  /// Where a tile can come from.
  package enum Origin: String, Hashable, Sendable {
    /// The memory cache.
    case memory
    /// A thumbnail on disk.
    case thumbnail
    /// The photo's own file.
    case file
    /// A response that was still in memory.
    case memoryResponse = "memory response"
    /// A response that was kept on disk.
    case diskResponse = "disk response"
    /// A response that was kept, and that its server has just said to be good.
    case revalidated
    /// The network.
    case network
  }

  /// The same tile, come from the memory cache.
  func servedFromMemory(in loadTime: Duration) -> LoadedTile {
    var copy = self
    copy.origin = .memory
    copy.loadTime = loadTime
    return copy
  }
}
