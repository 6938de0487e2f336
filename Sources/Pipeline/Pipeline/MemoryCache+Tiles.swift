package import Caching
import Imaging

extension MemoryCache: TileCaching where Key == ImageRequest, Value == LoadedTile {
  /// Tells whether its limits allow any entry.
  package var keepsTiles: Bool {
    let limits = limits
    return limits.count > 0 && limits.greatestEntryCost > 0
  }

  /// The tile of a request that has not expired.
  package func tile(for request: ImageRequest) -> LoadedTile? {
    value(for: request)
  }

  /// Tells whether the tile of a request is there.
  package func holds(_ request: ImageRequest) -> Bool {
    presence(of: request) == .present
  }

  /// Keeps a tile at the cost of its bytes, to be given up when memory is short or the program is
  /// suspended: its file is still there.
  package func store(
    _ tile: LoadedTile, for request: ImageRequest, lifetime: TileLifetime = .usual
  ) {
    let cost = tile.tile.byteCount
    switch lifetime {
    case .usual:
      store(tile, for: request, cost: cost, isDiscardable: true)
    case .forever:
      store(tile, for: request, cost: cost, expiration: .never, isDiscardable: true)
    case .limited(let time):
      store(tile, for: request, cost: cost, within: time, isDiscardable: true)
    }
  }
}
