package import Base

/// The state of a catalog at one moment: sorted entries so far, folders, notices and errors.
package struct CatalogSnapshot: Sendable {
  /// Sorted; an entry keeps its id across snapshots even if it changes or moves.
  package var entries: [CatalogEntry]
  /// Replaces `entries` for catalogs too large for memory.
  package var paged: PagedEntries?
  /// Subfolders in natural order, if a single folder is shown.
  package var folders: [Subfolder] = []
  /// The path prefix of the single folder that is shown; nil for other sources.
  package var place: ByteString?
  /// The file given by the user, if it is listed with its folder.
  package var named: PhotoID?
  /// Raw files that are not listed, by the pictures they are paired with.
  package var raws: [PhotoID: [PhotoID]] = [:]
  package var skipped: SkippedEntries
  /// Folders given by the user that have no photos.
  package var emptyFolders: [EmptyFolder]
  package var notices: [CatalogNotice]
  /// Sidecars written or removed while shown: path, and a number that differs after each change.
  package var noted: [ByteString: UInt64] = [:]
  /// The directories that were read, by path prefix.
  package var directories: [ByteString: DirectoryIdentity] = [:]
  /// Whether nothing is being read: everything is listed, or as much as is wanted.
  package var isComplete: Bool
  package var hasMore: Bool
  /// The total number of photos as the server states; nil if unknown.
  package var totalCount: Int?

  package init(
    entries: [CatalogEntry] = [], named: PhotoID? = nil, skipped: SkippedEntries = .init(),
    emptyFolders: [EmptyFolder] = [], notices: [CatalogNotice] = [], isComplete: Bool = true,
    hasMore: Bool = false
  ) {
    self.entries = entries
    self.named = named
    self.skipped = skipped
    self.emptyFolders = emptyFolders
    self.notices = notices
    self.isComplete = isComplete
    self.hasMore = hasMore
  }

  package init(photos: [Photo]) {
    self.init(entries: photos.map { CatalogEntry($0) })
  }

  package var count: Int { paged?.count ?? entries.count }

  package var photos: [Photo] { entries.map(\.photo) }
}
