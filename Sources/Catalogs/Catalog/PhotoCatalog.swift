/// A list of photos that may still be growing.
package protocol PhotoCatalog: Sendable {
  /// Reads the list anew: each snapshot holds all that is known by then.
  ///
  /// A snapshot that is complete is the last, unless more of the catalog is wanted later, or what
  /// failed is to be tried again. A consumer that is slower than the reading gets only the newest
  /// snapshot. Reading ends soon after the consumer has gone; one that waits for standard input ends
  /// with that.
  func snapshots() -> AsyncStream<CatalogSnapshot>
}

/// Photos that need not be looked for.
package struct KnownPhotos: PhotoCatalog {
  private let snapshot: CatalogSnapshot

  /// Makes a catalog of photos in their order.
  package init(_ photos: [Photo]) {
    self.init(CatalogSnapshot(photos: photos))
  }

  /// Makes a catalog of which all is known.
  init(_ snapshot: CatalogSnapshot) {
    self.snapshot = snapshot
  }

  /// All of them, once.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    AsyncStream { continuation in
      continuation.yield(snapshot)
      continuation.finish()
    }
  }
}
