package import Catalog
package import Finding
internal import Synchronization

/// What a catalog has listed, once for all arrangements of it, with what is worked out of its names.
package final class Listing: Sendable {
  /// The entries, in the order of their catalog.
  package let entries: [CatalogEntry]
  /// The entries where they are too many to hold, in place of those; nil where they are not.
  package let paged: PagedEntries?
  /// The folders inside the one that is shown, in natural order.
  package let folders: [Subfolder]
  /// Whether everything had been listed before, and this is what has become of it since.
  let isUpdate: Bool
  private let folded = Mutex<FoldedNames?>(nil)
  /// Whether the entries stand in the order of their names; nil where nobody has asked.
  let order = Mutex<Bool?>(nil)

  /// Takes entries.
  /// - Parameters:
  ///   - entries: The entries.
  ///   - paged: The entries where they are too many to hold, in place of those.
  ///   - folders: The folders inside the one that is shown, in natural order.
  ///   - isUpdate: Whether everything had been listed before.
  package init(
    _ entries: [CatalogEntry], paged: PagedEntries? = nil, folders: [Subfolder] = [],
    isUpdate: Bool = false
  ) {
    self.entries = entries
    self.paged = paged
    self.folders = folders
    self.isUpdate = isUpdate
  }

  /// How many entries there are.
  var count: Int { paged?.count ?? entries.count }

  /// What stands at a place, which must exist.
  func entry(at place: Int) -> GridEntry {
    guard let paged else { return .photo(entries[place]) }
    return paged[place].map(GridEntry.photo) ?? .unread(paged.id(at: place))
  }

  /// The id of the entry at a place, which must exist.
  func id(at place: Int) -> PhotoID { paged?.id(at: place) ?? entries[place].id }

  /// Whether the names have been folded, so that a filter need not wait for it.
  var hasFoldedNames: Bool { folded.withLock { $0 != nil } }

  /// The folded names; the first time that takes some 10 ms for a hundred thousand.
  package var foldedNames: FoldedNames {
    if let known = folded.withLock({ $0 }) { return known }
    let names = FoldedNames(entries.lazy.map(\.photo.name))
    folded.withLock { $0 = names }
    return names
  }
}
