package import Catalog
package import Finding
internal import Synchronization

/// What a catalog has listed, once for all arrangements of it, with what is worked out of its names.
package final class Listing: Sendable {
  /// The entries, in the order of their catalog.
  package let entries: [CatalogEntry]
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
  ///   - folders: The folders inside the one that is shown, in natural order.
  ///   - isUpdate: Whether everything had been listed before.
  package init(
    _ entries: [CatalogEntry], folders: [Subfolder] = [], isUpdate: Bool = false
  ) {
    self.entries = entries
    self.folders = folders
    self.isUpdate = isUpdate
  }

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
