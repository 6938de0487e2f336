package import HTTP

/// The photos of a feed: its first page, and the next ones on demand.
///
/// The address of a picture is listed as that picture.
package struct FeedCatalog: PhotoCatalog {
  private let route: any FeedRoute
  private let loader: FeedLoader
  private let demand: CatalogDemand

  package init(
    _ location: FeedLocation, mapping: JSONMapping = JSONMapping(), client: HTTPClient,
    demand: CatalogDemand
  ) {
    self.init(PagedRoute(location: location, mapping: mapping), client: client, demand: demand)
  }

  init(_ route: some FeedRoute, client: HTTPClient, demand: CatalogDemand) {
    self.route = route
    loader = FeedLoader(client: client)
    self.demand = demand
  }

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
