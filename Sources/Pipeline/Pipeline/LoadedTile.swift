package import Imaging

/// A tile, what is known of the picture it was made from, and where it came from.
package struct LoadedTile: Hashable, Sendable {
  /// The picture itself.
  package private(set) var tile: Tile
  /// What is known of the whole picture.
  package private(set) var info: PictureInfo
  /// Where the tile came from this time.
  package private(set) var provenance: Provenance

  /// Takes a tile and what is known of it.
  package init(tile: Tile, info: PictureInfo, provenance: Provenance) {
    self.tile = tile
    self.info = info
    self.provenance = provenance
  }

  /// The same picture, drawn otherwise.
  func showing(_ tile: Tile) -> LoadedTile {
    var copy = self
    copy.tile = tile
    return copy
  }

  /// The same picture at another moment, of which all is there or not.
  package func showing(_ tile: Tile, isComplete: Bool) -> LoadedTile {
    var copy = showing(tile)
    copy.info.isComplete = isComplete
    return copy
  }

  /// The same tile, come from the memory cache.
  func servedFromMemory(in loadTime: Duration) -> LoadedTile {
    var copy = self
    copy.provenance.origin = .memory
    copy.provenance.loadTime = loadTime
    return copy
  }
}

/// Where a tile came from, when, and how quickly.
package struct Provenance: Hashable, Sendable {
  /// Where a tile can come from.
  package enum Origin: String, Hashable, Sendable {
    /// The memory cache.
    case memory
    /// A thumbnail on disk.
    case thumbnail
    /// A thumbnail that another machine has made, in the shared tier.
    case shared = "shared tier"
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

  /// Where the tile came from this time.
  package var origin: Origin
  /// Whether it shows a response past its lifetime, which its server might answer otherwise by now.
  package var isStale: Bool
  /// How long it took to come from there.
  package var loadTime: Duration
  /// When its loading began, in seconds since 1970 in UTC: what has changed since then shows otherwise.
  package var begunAt: Int
  /// Whether the photo comes in a rendition that is larger as far as anybody knows.
  package let hasLarger: Bool

  /// Says where a tile came from.
  package init(
    origin: Origin, isStale: Bool = false, loadTime: Duration, begunAt: Int,
    hasLarger: Bool = false
  ) {
    self.origin = origin
    self.isStale = isStale
    self.loadTime = loadTime
    self.begunAt = begunAt
    self.hasLarger = hasLarger
  }
}
