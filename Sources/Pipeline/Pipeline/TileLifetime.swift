package import Catalog

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
    case nil, .asServed: self = .usual
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
      case .asServed: .usual
      case .forever: .forever
      case .between(_, let end): .limited(.seconds(max(0, end - moment)))
      }
  }
}
