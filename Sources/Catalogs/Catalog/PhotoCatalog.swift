/// A source of photos that is read incrementally and may change.
package protocol PhotoCatalog: Sendable {
  /// Reads the source; each snapshot replaces the previous one.
  ///
  /// A complete snapshot is the last, unless there is more demand, a retry, or a change. A slow
  /// subscriber gets only the newest snapshot. Reading stops soon after the subscriber is gone; a
  /// read of standard input stops at the next bytes or its end.
  func snapshots() -> AsyncStream<CatalogSnapshot>
}

/// A catalog of a fixed snapshot.
package struct KnownPhotos: PhotoCatalog {
  private let snapshot: CatalogSnapshot

  package init(_ photos: [Photo]) {
    self.init(CatalogSnapshot(photos: photos))
  }

  init(_ snapshot: CatalogSnapshot) {
    self.snapshot = snapshot
  }

  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    AsyncStream { continuation in
      continuation.yield(snapshot)
      continuation.finish()
    }
  }
}
