package import System
package import Values

/// What a catalog knows at one moment: the entries read so far, in their order, and what was passed
/// over.
package struct CatalogSnapshot: Sendable {
  /// The entries in their order; later snapshots may add, remove, change and move some, and an entry
  /// that stays keeps its id.
  package var entries: [CatalogEntry]
  /// The entries where they are too many to hold, in place of those; nil where they are not.
  package var paged: PagedEntries?
  /// The folders inside the one that is shown, in natural order; none where more than that one is shown.
  package var folders: [Subfolder] = []
  /// The one folder that is shown, as the beginning of the paths in it: empty, or with a slash at its end;
  /// nil where photos come from elsewhere, or from several.
  package var place: ByteString?
  /// The entry that was asked for by its name, where the others only stand around it.
  package var named: PhotoID?
  /// The raw files that are not listed for themselves, by their pictures, which are.
  package var raws: [PhotoID: [PhotoID]] = [:]
  /// What was not listed, and why.
  package var skipped: SkippedEntries
  /// The folders that were asked for and have no photos.
  package var bareFolders: [BareFolder]
  /// What is to be said about the sources, those that failed included.
  package var notices: [CatalogNotice]
  /// The paths of the sidecars that have been written or removed while their folder was shown, each with a
  /// number that another change of it makes another one.
  package var noted: [ByteString: UInt64] = [:]
  /// Which directories the photos were listed of, by the beginnings of the paths in them: empty, or with a slash at the
  /// end.
  package var directories: [ByteString: DirectoryIdentity] = [:]
  /// Whether nothing is being read: everything is here, or all that anybody wanted.
  package var isComplete: Bool
  /// Whether there is more than anybody has wanted so far.
  package var hasMore: Bool
  /// How many photos there will be when all have come, as their server says; nil where nobody knows.
  package var totalCount: Int?

  /// Makes a snapshot of what is known; it is the last one unless it is said otherwise.
  package init(
    entries: [CatalogEntry] = [], named: PhotoID? = nil, skipped: SkippedEntries = .init(),
    bareFolders: [BareFolder] = [], notices: [CatalogNotice] = [], isComplete: Bool = true,
    hasMore: Bool = false
  ) {
    self.entries = entries
    self.named = named
    self.skipped = skipped
    self.bareFolders = bareFolders
    self.notices = notices
    self.isComplete = isComplete
    self.hasMore = hasMore
  }

  /// Makes the one snapshot of photos that nothing more will be known of.
  package init(photos: [Photo]) {
    self.init(entries: photos.map { CatalogEntry($0) })
  }

  /// How many entries there are.
  package var count: Int { paged?.count ?? entries.count }

  /// The photos alone, in their order.
  package var photos: [Photo] { entries.map(\.photo) }
}
