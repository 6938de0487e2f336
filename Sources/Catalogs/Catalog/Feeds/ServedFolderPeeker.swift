package import Base

/// Previews of folders on servers by the first page of their listing; delegates local folders.
package struct ServedFolderPeeker: FolderPeeking {
  private let catalogs: SourceCatalogs
  private let others: any FolderPeeking

  package init(_ catalogs: SourceCatalogs, others: any FolderPeeking = FolderPeeker()) {
    self.catalogs = catalogs
    self.others = others
  }

  /// Only for local folders.
  package var changes: (any FolderChangeWatching)? { others.changes }

  /// Requests one page, which is cached like any response.
  package func peek(into path: ByteString) async throws(CatalogError) -> FolderPeek {
    guard path.isAddressOfFolder else { return try await others.peek(into: path) }
    let catalog = catalogs.catalog(
      ofFolder: path, isGlance: true, demand: CatalogDemand(0))
    for await snapshot in catalog.snapshots() where snapshot.isComplete {
      if snapshot.entries.isEmpty, let failure = snapshot.notices.first(where: \.isFailure) {
        throw .provider(failure.problem)
      }
      return FolderPeek(snapshot)
    }
    return FolderPeek()
  }
}

extension FolderPeek {
  fileprivate init(_ snapshot: CatalogSnapshot) {
    self.init(folderCount: snapshot.folders.count, hasMore: snapshot.hasMore)
    for photo in snapshot.photos { add(photo) }
  }
}
