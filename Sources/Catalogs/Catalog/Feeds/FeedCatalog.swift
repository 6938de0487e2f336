package import HTTP

/// The photos of a feed: its first page, and the next ones on demand.
///
/// The address of a picture is listed as that picture.
package struct FeedCatalog: PhotoCatalog {
  private let read: @Sendable (SnapshotStream) async -> Void

  package init(
    _ location: FeedLocation, mapping: JSONMapping = JSONMapping(), client: HTTPClient,
    demand: CatalogDemand
  ) {
    self.init(PagedRoute(location: location, mapping: mapping), client: client, demand: demand)
  }

  init(_ route: some FeedRoute, client: HTTPClient, demand: CatalogDemand) {
    let loader = FeedLoader(client: client)
    read = { stream in
      var reading = FeedReading(route: route, loader: loader, demand: demand)
      await reading.run(for: stream)
    }
  }

  package func snapshots() -> AsyncStream<CatalogSnapshot> { SnapshotStream.start(read) }
}
