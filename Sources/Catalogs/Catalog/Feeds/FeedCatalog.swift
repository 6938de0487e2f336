package import Feeds
package import HTTP

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
    self.init(PagedRoute(place, mapping: mapping), client: client, demand: demand)
  }

  /// Makes a catalog that has asked for nothing yet.
  /// - Parameters:
  ///   - route: Which documents there are, and how they are read.
  ///   - client: What loads from the web.
  ///   - demand: Says how many photos are wanted.
  package init(_ route: some FeedRoute, client: HTTPClient, demand: CatalogDemand) {
    self.route = route
    loader = FeedLoader(client: client)
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
