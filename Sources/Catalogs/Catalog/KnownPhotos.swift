/// Photos that need not be looked for.
package struct KnownPhotos: PhotoCatalog {
  private let photos: [Photo]

  /// Takes photos in their order.
  package init(_ photos: [Photo]) {
    self.photos = photos
  }

  /// All of them, once.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    AsyncStream { continuation in
      continuation.yield(CatalogSnapshot(photos: photos))
      continuation.finish()
    }
  }
}
