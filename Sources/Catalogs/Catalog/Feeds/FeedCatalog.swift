package import Feeds
package import HTTP
package import Values

/// The photos of a feed: its first page, and the following ones as they are wanted.
///
/// An address that leads to a picture is that picture.
package struct FeedCatalog: PhotoCatalog {
  private let route: any FeedRoute
  private let loader: FeedLoader
  private let demand: CatalogDemand

  /// Makes a catalog that has asked for nothing yet.
  /// - Parameters:
  ///   - place: Where the first document is.
  ///   - mapping: Where in a JSON document the photos are, if somebody said it.
  ///   - client: What loads from the web.
  ///   - demand: Says how many photos are wanted.
  package init(
    _ place: FeedPlace, mapping: JSONMapping = JSONMapping(), client: HTTPClient,
    demand: CatalogDemand
  ) {
    route = PagedRoute(place)
    loader = FeedLoader(client: client, mapping: mapping)
    self.demand = demand
  }

  /// Makes a catalog of NASA's pictures of the day, the newest first.
  /// - Parameters:
  ///   - request: Where, who and which days.
  ///   - client: What loads from the web.
  ///   - demand: Says how many photos are wanted.
  ///   - clock: Tells the date.
  package init(
    apod request: ApodRequest, client: HTTPClient, demand: CatalogDemand,
    clock: WallClock = .system
  ) {
    route = ApodRoute(request, now: clock.now)
    loader = FeedLoader(client: client, mapping: JSONMapping())
    self.demand = demand
  }

  /// Reads the feed anew.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    Self.snapshots(of: route, loader, demand)
  }

  private static func snapshots(
    of route: some FeedRoute, _ loader: FeedLoader, _ demand: CatalogDemand
  ) -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { stream in
      var reading = FeedReading(route, loader: loader, demand: demand)
      await reading.run(for: stream)
    }
  }
}
