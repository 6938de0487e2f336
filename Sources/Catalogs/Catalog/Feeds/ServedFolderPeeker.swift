package import Values

/// Looks into folders on servers by the first page of what is in them, and into all others as `FolderPeeker` does.
package struct ServedFolderPeeker: FolderPeeking {
  private let catalogs: SourceCatalogs
  private let others: any FolderPeeking

  /// Makes one that has asked nobody yet.
  /// - Parameters:
  ///   - catalogs: Who know the addresses of folders.
  ///   - others: Looks into the folders that are here.
  package init(_ catalogs: SourceCatalogs, others: any FolderPeeking = FolderPeeker()) {
    self.catalogs = catalogs
    self.others = others
  }

  /// What tells of changes in the folders that are here.
  package var changes: (any FolderChangeWatching)? { others.changes }

  /// Asks for one page, which is kept as every response is.
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
  /// What is known of a folder by now.
  fileprivate init(_ snapshot: CatalogSnapshot) {
    self.init(folderCount: snapshot.folders.count, hasMore: snapshot.hasMore)
    for photo in snapshot.photos { add(photo) }
  }
}
