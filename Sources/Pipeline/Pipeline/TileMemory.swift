package import Caching
import Imaging

/// The memory that finished tiles are kept in.
package typealias TileMemory = MemoryCache<ImageRequest, LoadedTile>

extension MemoryCache where Key == ImageRequest, Value == LoadedTile {
  /// Whether the limits allow any entry.
  package var keepsTiles: Bool {
    let limits = limits
    return limits.count > 0 && limits.greatestEntryCost > 0
  }

  /// The tile of a request, whose lifetime begins anew.
  package func tile(for request: ImageRequest) -> LoadedTile? {
    value(for: request)
  }

  /// Whether the tile of a request is there; asking is neither a use of it nor counted.
  package func holds(_ request: ImageRequest) -> Bool {
    presence(of: request) == .present
  }

  /// Stores a tile at the cost of its bytes, to be discarded when memory is short: its file is still there.
  package func store(
    _ tile: LoadedTile, for request: ImageRequest, lifetime: TileLifetime = .usual
  ) {
    store(
      tile, for: request, cost: tile.tile.byteCount, expiration: lifetime.expiration,
      isDiscardable: true)
  }
}

extension TileLifetime {
  /// The lifetime of an entry; nil for that of the cache.
  var expiration: Expiration? {
    switch self {
    case .usual: nil
    case .forever: .never
    case .limited(let time): .within(time)
    }
  }
}
