package import Catalog

/// Which entries of a catalog stand in a grid, and in which order.
///
/// A function of what the catalog lists, and of nothing else: sorting and filtering belong here. The
/// only order so far is the catalog's own.
///
/// ```swift
/// let arrangement = Arrangement(of: snapshot.entries)
/// arrangement[0].photo                       // the first photo of the grid
/// arrangement.index(of: entry.id, near: 0)   // where an entry stands, if it does
/// ```
package struct Arrangement: Sendable {
  /// The entries, in the order of the grid.
  package let entries: [CatalogEntry]

  /// Arranges entries in the order of their catalog.
  package init(of entries: [CatalogEntry] = []) {
    self.entries = entries
  }

  /// The number of entries.
  package var count: Int { entries.count }

  /// The entry at an index, which must exist.
  package subscript(index: Int) -> CatalogEntry { entries[index] }

  /// Looks an entry up.
  /// - Parameters:
  ///   - id: The entry.
  ///   - guess: An index where it may well be.
  /// - Returns: Where it stands; nil where it does not.
  package func index(of id: PhotoID, near guess: Int) -> Int? {
    if entries.indices.contains(guess), entries[guess].id == id { return guess }
    return entries.firstIndex { $0.id == id }
  }

  /// Where the nearest entry to one of another arrangement stands that is in both: the entry itself,
  /// else the first after it, else the last before it; zero where they have none in common.
  func index(ofNearestTo index: Int, in other: Arrangement) -> Int {
    guard other.entries.indices.contains(index) else { return 0 }
    if let same = self.index(of: other[index].id, near: index) { return same }
    let indices = Dictionary(
      zip(entries.lazy.map(\.id), 0...), uniquingKeysWith: { first, _ in first })
    return other.entries[index...].lazy.compactMap { indices[$0.id] }.first
      ?? other.entries[..<index].reversed().lazy.compactMap { indices[$0.id] }.first ?? 0
  }
}
