package import Catalogs
internal import Synchronization

/// A listing of a catalog, shared by all its arrangements.
package final class Listing: Sendable {
  /// In the order of the catalog; empty if the listing is paged.
  package let entries: [CatalogEntry]
  /// The entries if there are too many for memory; nil otherwise.
  package let paged: PagedEntries?
  /// Subfolders, in natural order.
  package let folders: [Subfolder]
  /// Whether it follows a complete listing of the same folder.
  let isUpdate: Bool
  private let folded = Mutex<FoldedNames?>(nil)
  let order = Mutex<Bool?>(nil)

  package init(
    _ entries: [CatalogEntry], paged: PagedEntries? = nil, folders: [Subfolder] = [],
    isUpdate: Bool = false
  ) {
    self.entries = entries
    self.paged = paged
    self.folders = folders
    self.isUpdate = isUpdate
  }

  var count: Int { paged?.count ?? entries.count }

  func entry(at place: Int) -> GridEntry {
    guard let paged else { return .photo(entries[place]) }
    return paged[place].map(GridEntry.photo) ?? .unread(paged.id(at: place))
  }

  func id(at place: Int) -> PhotoID { paged?.id(at: place) ?? entries[place].id }

  var hasFoldedNames: Bool { folded.withLock { $0 != nil } }

  /// Case-folded names; the first access takes some 10 ms for 100,000.
  package var foldedNames: FoldedNames {
    if let known = folded.withLock({ $0 }) { return known }
    let names = FoldedNames(entries.lazy.map(\.photo.name))
    folded.withLock { $0 = names }
    return names
  }
}
