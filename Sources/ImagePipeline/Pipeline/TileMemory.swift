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
  package func tile(for request: ImageRequest) -> LoadedTile? {
    value(for: request)
  }

  /// Neither counts as a use nor in the statistics.
  package func holds(_ request: ImageRequest) -> Bool {
    presence(of: request) == .present
  }

  package func store(
    _ tile: LoadedTile, for request: ImageRequest, lifetime: TileLifetime = .usual
  ) {
    store(tile, for: request, cost: tile.tile.byteCount, lifetime: lifetime)
  }
}

extension MemoryCache {
  /// Entries are discardable under memory pressure, since the photo still exists.
  func store(_ value: Value, for key: Key, cost: Int, lifetime: TileLifetime) {
    let expiration: Expiration? =
      switch lifetime {
      case .usual: nil
      case .forever: .never
      case .limited(let time): .within(time)
      }
    store(value, for: key, cost: cost, expiration: expiration, isDiscardable: true)
  }
}

package enum TileLifetime: Hashable, Sendable {
  /// The cache's default; every hit extends it.
  case usual
  case forever
  case limited(Duration)

  package init?(wheneverStored photo: Photo) {
    switch photo.onWeb?.lifetime {
    case nil, .asServed, .version: self = .usual
    case .forever: self = .forever
    case .between: return nil
    }
  }

  /// `moment` is in seconds since 1970 UTC.
  init(of photo: Photo, at moment: Int) {
    self = photo.onWeb.map { TileLifetime($0.lifetime, at: moment) } ?? .usual
  }

  /// `moment` is when the tile is stored, in seconds since 1970 UTC.
  package init(_ lifetime: PhotoLifetime, at moment: Int) {
    self =
      switch lifetime {
      case .asServed, .version: .usual
      case .forever: .forever
      case .between(_, let end): .limited(.seconds(max(0, end - moment)))
      }
  }
}
