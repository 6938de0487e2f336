/// Photos that need not be looked for.
package struct KnownPhotos: PhotoCatalog {
  private let snapshot: CatalogSnapshot

  /// Makes a catalog of photos in their order.
  package init(_ photos: [Photo]) {
    snapshot = CatalogSnapshot(photos: photos)
  }

  /// All of them, once.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    AsyncStream { continuation in
      continuation.yield(snapshot)
      continuation.finish()
    }
  }
}
