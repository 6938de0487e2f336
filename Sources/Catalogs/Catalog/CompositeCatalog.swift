/// Several catalogs as one, in their order.
///
/// All are read at the same time: a slow one holds up nothing but its own photos.
package struct CompositeCatalog: PhotoCatalog {
  /// A catalog, and what is wanted of it.
  package struct Part: Sendable {
    let catalog: any PhotoCatalog
    let demand: CatalogDemand

    /// Takes a catalog, and the demand that it asks whether to go on.
    package init(_ catalog: any PhotoCatalog, demand: CatalogDemand = CatalogDemand(0)) {
      self.catalog = catalog
      self.demand = demand
    }
  }

  private let parts: [Part]
  private let demand: CatalogDemand

  /// Joins catalogs.
  /// - Parameters:
  ///   - parts: The catalogs in their order.
  ///   - demand: What is wanted of all of them together; the demand for a part follows from it.
  package init(_ parts: [Part], demand: CatalogDemand) {
    self.parts = parts
    self.demand = demand
  }

  /// Reads all parts anew.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [parts, demand] stream in
      let joined = JoinedSnapshots(demands: parts.map(\.demand), demand: demand)
      await withDiscardingTaskGroup { group in
        for (number, part) in parts.enumerated() {
          group.addTask {
            for await snapshot in part.catalog.snapshots() {
              joined.replace(number, by: snapshot, for: stream)
            }
          }
        }
      }
    }
  }
}
