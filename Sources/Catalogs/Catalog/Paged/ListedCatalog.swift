package import HTTP
package import PhotoIndex

/// The photos of a list that is kept in the index: what is kept at once, and then what follows, as it is wanted.
///
/// Where they are few its snapshots hold them, and else by pages, with the same ids.
package struct ListedCatalog<Route: ListedRoute>: PhotoCatalog {
  private let route: Route
  private let index: PhotoIndex
  private let client: HTTPClient
  private let demand: CatalogDemand

  /// Makes a catalog that has looked nothing up yet.
  /// - Parameters:
  ///   - route: What is asked, and how the answers are read.
  ///   - index: Where the list is kept.
  ///   - client: What loads from the web.
  ///   - demand: Says how many photos are wanted.
  package init(_ route: Route, keptIn index: PhotoIndex, client: HTTPClient, demand: CatalogDemand)
  {
    self.route = route
    self.index = index
    self.client = client
    self.demand = demand
  }

  /// What is kept, and what becomes of it.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [route, index, client, demand] stream in
      let loader = FeedLoader(client: client)
      // While the index is opened, but behind its thread: none can begin while a library is loaded.
      async let isStarting: Void = client.start()
      let kept = await ListedPhotos.kept(of: route, in: index)
      await isStarting
      if let kept {
        var reading = ListedReading(kept, route, loader: loader, index: index, demand: demand)
        await reading.run(for: stream)
      } else {
        // Without SQLite nothing is kept, and all is held.
        var reading = FeedReading(route, loader: loader, demand: demand)
        await reading.run(for: stream)
      }
    }
  }
}
