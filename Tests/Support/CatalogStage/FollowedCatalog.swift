import Base
package import Catalogs

/// A catalog whose snapshots are awaited one by one.
package struct FollowedCatalog {
  private var snapshots: AsyncStream<CatalogSnapshot>.Iterator

  package init(_ catalog: some PhotoCatalog) {
    snapshots = catalog.snapshots().makeAsyncIterator()
  }

  /// The next snapshot that meets the condition; nil if the stream ends first.
  package mutating func next(
    where isWanted: (CatalogSnapshot) -> Bool = \.isComplete
  ) async -> CatalogSnapshot? {
    while let snapshot = await snapshots.next(isolation: #isolation) {
      if isWanted(snapshot) { return snapshot }
    }
    return nil
  }

  /// The first snapshot of a catalog that is complete.
  package static func whole(_ catalog: some PhotoCatalog) async -> CatalogSnapshot? {
    var followed = FollowedCatalog(catalog)
    return await followed.next()
  }
}

extension CatalogSnapshot {
  /// The names of the photos.
  package var names: [String] { photos.map(\.name.lossyText) }
}
