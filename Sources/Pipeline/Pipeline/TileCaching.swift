package import Caching

/// The memory that finished tiles are kept in; safe to ask from any thread, and never slow.
package protocol TileCaching: Sendable {
  /// Tells whether there is any use in storing: not where memory may hold nothing.
  var keepsTiles: Bool { get }

  /// What is held and what happened, all of one moment.
  var statistics: CacheStatistics { get }

  /// The tile of a request, whose lifetime begins anew.
  func tile(for request: ImageRequest) -> LoadedTile?

  /// Tells whether the tile of a request is there; to ask is neither a use of it nor counted.
  func holds(_ request: ImageRequest) -> Bool

  /// Keeps a tile for as long as is said, if the cache sees fit.
  func store(_ tile: LoadedTile, for request: ImageRequest, lifetime: TileLifetime)

  /// Forgets some tiles and tells how much that was, in bytes and entries.
  func remove(_ requests: [ImageRequest]) -> CacheUsage

  /// Forgets everything and tells how much that was, in bytes and entries.
  func removeAll() -> CacheUsage

  /// Keeps tiles from being evicted and discarded, those still to be stored too, until as many calls
  /// of `unpin(_:)`.
  func pin(_ requests: [ImageRequest])

  /// Takes one pin off each request.
  func unpin(_ requests: [ImageRequest])

  /// Says how many tiles ten screens are: where fewer fit, the least recently used goes first.
  func setLRUBelow(_ count: Int)

  /// Lets every tile that is not pinned give up its content.
  func discardUnpinned()

  /// Shrinks to a part of what is held, between 0 and 1, and tells how many bytes that gave back;
  /// what is pinned stays.
  func trim(to fraction: Double) -> Int

  /// Forgets all that is not pinned, and tells how many bytes that gave back.
  func trimToPinned() -> Int

  /// The time until the next tile expires if nobody asks for it; nil where none ever does.
  var timeToNextExpiry: Duration? { get }

  /// Forgets what has expired, and tells how many entries it were.
  func sweep() -> Int

  /// The entries that expire next, the earliest first, so many at most.
  func nextToExpire(_ limit: Int) -> [CachedEntry<ImageRequest>]
}
