package import Catalog

/// Which entries of a catalog stand in a grid, and in which order.
///
/// A function of what the catalog lists, of an order and a filter, and of what is known of the photos.
///
/// ```swift
/// let arrangement = Arrangement(of: snapshot.entries)
/// arrangement[0].photo                       // the first photo of the grid
/// arrangement.index(of: entry.id, near: 0)   // where an entry stands, if it does
/// ```
package struct Arrangement: Sendable {
  /// What it is an arrangement of.
  let listing: Listing
  /// Where the entries stand in the listing; nil where all stand as they are listed.
  private let positions: [Int32]?
  /// Those that stand together, as they follow one another; none where photos are in no groups.
  package let groups: [PhotoGroup]

  /// Arranges entries in the order of their catalog.
  package init(of entries: [CatalogEntry] = []) {
    self.init(of: Listing(entries))
  }

  /// Arranges entries.
  /// - Parameters:
  ///   - listing: The entries.
  ///   - positions: Where they stand in the listing; nil where that is their order.
  ///   - mask: Which of the listing are shown; nil where all are.
  ///   - table: The groups, in whose order they stand; nil where they are in none.
  init(
    of listing: Listing, inOrder positions: [Int32]? = nil, showing mask: [Bool]? = nil,
    inGroups table: GroupTable? = nil
  ) {
    self.listing = listing
    let shown =
      mask.map { mask in
        positions.map { $0.filter { mask[Int($0)] } }
          ?? mask.indices.lazy.filter { mask[$0] }.map(Int32.init)
      } ?? positions
    self.positions = shown
    groups = table?.groups(of: shown ?? []) ?? []
  }

  /// Looks an entry up.
  /// - Parameters:
  ///   - id: The entry.
  ///   - guess: An index where it may well be.
  /// - Returns: Where it stands; nil where it does not.
  package func index(of id: PhotoID, near guess: Int) -> Int? {
    if indices.contains(guess), self[guess].id == id { return guess }
    // By index, since an entry that is lent costs more than it takes to compare two numbers.
    return indices.first { listing.entries[position(at: $0)].id == id }
  }

  /// Where an entry of the arrangement stands in its listing.
  func position(at index: Int) -> Int { positions.map { Int($0[index]) } ?? index }

  /// Where the nearest entry to one of another arrangement stands that is in both: the entry itself,
  /// else the first after it, else the last before it; zero where they have none in common.
  func index(ofNearestTo index: Int, in other: Arrangement) -> Int {
    guard other.indices.contains(index) else { return 0 }
    if other.listing === listing {
      let places = places
      return other.nearest(to: index) {
        let place = places[other.position(at: $0)]
        return place < 0 ? nil : Int(place)
      }
    }
    if let same = self.index(of: other[index].id, near: index) { return same }
    let indices = Dictionary(
      zip(lazy.map(\.id), 0...), uniquingKeysWith: { first, _ in first })
    return other.nearest(to: index) { indices[other[$0].id] }
  }

  /// The first thing found, going from an index to the end, and then back to the beginning.
  private func nearest(to index: Int, _ find: (Int) -> Int?) -> Int {
    for index in index..<count { if let place = find(index) { return place } }
    for index in (0..<index).reversed() { if let place = find(index) { return place } }
    return 0
  }

  /// Where each entry of the listing stands here; below zero where it does not.
  private var places: [Int32] {
    guard let positions else { return Array(0..<Int32(listing.entries.count)) }
    var places = [Int32](repeating: -1, count: listing.entries.count)
    for (index, position) in positions.enumerated() { places[Int(position)] = Int32(index) }
    return places
  }
}

extension Arrangement: RandomAccessCollection {
  /// Zero.
  package var startIndex: Int { 0 }
  /// The number of entries.
  package var endIndex: Int { positions?.count ?? listing.entries.count }

  /// The entry at an index, which must exist.
  package subscript(index: Int) -> CatalogEntry { listing.entries[position(at: index)] }
}
