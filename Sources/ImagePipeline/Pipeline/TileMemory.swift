package import Catalogs
package import ExpiringCache
import Imaging

package typealias TileMemory = MemoryCache<ImageRequest, LoadedTile>

extension MemoryCache where Key == ImageRequest, Value == LoadedTile {
  package var keepsTiles: Bool {
    let limits = limits
    return limits.count > 0 && limits.greatestEntryCost > 0
  }

  /// A hit, which extends the lifetime.
  package func tile(for request: ImageRequest) -> LoadedTile? { value(for: request) }

  /// Neither counts as a use nor in the statistics.
  package func holds(_ request: ImageRequest) -> Bool { presence(of: request) == .present }

  /// Tiles are discardable under memory pressure, since the photo still exists.
  package func store(_ tile: LoadedTile, for request: ImageRequest, expiration: Expiration? = nil) {
    store(
      tile, for: request, cost: tile.tile.byteCount, expiration: expiration, isDiscardable: true)
  }
}

extension Photo {
  /// How long its tiles are cached if stored at a moment, in seconds since 1970 UTC.
  ///
  /// Nil for the cache's default, which every hit extends.
  package func expiration(at moment: Int) -> Expiration? {
    switch onWeb?.lifetime {
    case nil, .asServed, .version: nil
    case .forever: .never
    case .between(_, let end): .within(.seconds(max(0, end - moment)))
    }
  }

  /// Whether its tiles expire at a certain time, however often they are used.
  package var hasExpiryDate: Bool { if case .between = onWeb?.lifetime { true } else { false } }
}
