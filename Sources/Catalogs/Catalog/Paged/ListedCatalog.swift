package import HTTP
package import Storage

/// A listing cached in the index: publishes the cached part first, then loads more on demand.
///
/// Snapshots contain the entries themselves while they are few, and pages with the same ids after.
package struct ListedCatalog<Route: ListedRoute>: PhotoCatalog {
  private let route: Route
  private let index: PhotoIndex
  private let client: HTTPClient
  private let demand: CatalogDemand

  package init(_ route: Route, keptIn index: PhotoIndex, client: HTTPClient, demand: CatalogDemand)
  {
    self.route = route
    self.index = index
    self.client = client
    self.demand = demand
  }

  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [route, index, client, demand] stream in
      let loader = FeedLoader(client: client)
      // Parallel to opening the index, but after its thread has started: no thread can start while
      // a library is being loaded.
      async let isStarting: Void = client.start()
      let kept = await ListedPhotos.kept(of: route, in: index)
      await isStarting
      if let kept {
        var reading = ListedReading(kept, route, loader: loader, index: index, demand: demand)
        await reading.run(for: stream)
      } else {
        // Without SQLite nothing is cached and all entries stay in memory.
        var reading = FeedReading(route, loader: loader, demand: demand)
        await reading.run(for: stream)
      }
    }
  }
}
