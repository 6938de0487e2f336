package import Caching
import Imaging

/// The memory that finished tiles are kept in; safe to ask from any thread, and never slow.
package protocol TileCaching: Sendable {
  /// The tile of a request, whose lifetime begins anew.
  func tile(for request: ImageRequest) -> LoadedTile?

  /// Keeps a tile for as long as the cache sees fit.
  func store(_ tile: LoadedTile, for request: ImageRequest)

  /// Forgets everything and tells how much that was, in bytes and entries.
  func removeAll() -> CacheUsage
}

extension MemoryCache: TileCaching where Key == ImageRequest, Value == LoadedTile {
  /// The tile of a request that has not expired.
  package func tile(for request: ImageRequest) -> LoadedTile? {
    value(for: request)
  }

  /// Keeps a tile at the cost of its bytes.
  package func store(_ tile: LoadedTile, for request: ImageRequest) {
    store(tile, for: request, cost: tile.tile.byteCount)
  }
}
