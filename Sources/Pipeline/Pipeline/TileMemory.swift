package import Catalog
package import ExpiringCache
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

  /// Stores a tile at the cost of its bytes.
  package func store(
    _ tile: LoadedTile, for request: ImageRequest, lifetime: TileLifetime = .usual
  ) {
    store(tile, for: request, cost: tile.tile.byteCount, lifetime: lifetime)
  }
}

extension MemoryCache {
  /// Stores what was made of a photo at a cost in bytes, to be discarded when memory is short: the photo
  /// is still there.
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

/// How long a tile is kept in memory.
package enum TileLifetime: Hashable, Sendable {
  /// As long as the cache keeps tiles; every hit begins that time anew.
  case usual
  /// Until it is evicted or removed.
  case forever
  /// For a time from now that no hit makes longer.
  case limited(Duration)

  /// The lifetime of a photo's tile that is the same at every moment.
  /// - Returns: Nil where it ends at a date.
  package init?(wheneverStored photo: Photo) {
    switch photo.onWeb?.lifetime {
    case nil, .asServed, .version: self = .usual
    case .forever: self = .forever
    case .between: return nil
    }
  }

  /// The lifetime of what is made of a photo at a moment, in seconds since 1970 in UTC.
  init(of photo: Photo, at moment: Int) {
    self = photo.onWeb.map { TileLifetime($0.lifetime, at: moment) } ?? .usual
  }

  /// The lifetime that follows from that of a picture.
  /// - Parameters:
  ///   - lifetime: For how long the picture counts.
  ///   - moment: When its tile is stored, in seconds since 1970 in UTC.
  package init(_ lifetime: PhotoLifetime, at moment: Int) {
    self =
      switch lifetime {
      case .asServed, .version: .usual
      case .forever: .forever
      case .between(_, let end): .limited(.seconds(max(0, end - moment)))
      }
  }
}
