package import Catalog

/// Which entries of a catalog stand in a grid, and in which order: folders first, and then photos.
///
/// A function of what the catalog lists, of an order and a filter, and of what is known of the photos.
/// Folders stand in natural order whatever that of the photos is.
///
/// ```swift
/// let arrangement = Arrangement(of: snapshot.entries)
/// arrangement[0].photo                       // the first photo of the grid
/// arrangement.index(of: entry.id, near: 0)   // where an entry stands, if it does
/// ```
package struct Arrangement: Sendable {
  /// What it is an arrangement of.
  let listing: Listing
  /// Where the photos stand in the listing; nil where all stand as they are listed.
  private let positions: [Int32]?
  /// The folders that are shown.
  package let folders: [Subfolder]
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
  ///   - mask: Which photos of the listing are shown; nil where all are.
  ///   - folders: Which of its folders are shown; nil where all are.
  ///   - table: The groups, in whose order they stand; nil where they are in none.
  ///   - groups: The groups themselves, where they are known without a table.
  init(
    of listing: Listing, inOrder positions: [Int32]? = nil, showing mask: [Bool]? = nil,
    folders: [Subfolder]? = nil, inGroups table: GroupTable? = nil, groups: [PhotoGroup]? = nil
  ) {
    self.listing = listing
    self.folders = folders ?? listing.folders
    let shown =
      mask.map { mask in
        positions.map { $0.filter { mask[Int($0)] } } ?? Self.places(in: mask)
      } ?? positions
    self.positions = shown
    self.groups = groups ?? table?.groups(of: shown ?? [], after: self.folders.count) ?? []
  }

  /// The places that a mask shows.
  private static func places(in mask: [Bool]) -> [Int32] {
    let mask = mask.span
    let shownCount = mask.indices.count { mask[$0] }
    // Each is written, and counts where it is shown: nobody can guess which ones are.
    return unsafe Array(unsafeUninitializedCapacity: shownCount + 1) { places, count in
      for place in mask.indices {
        unsafe places[count] = Int32(place)
        count += mask[place] ? 1 : 0
      }
    }
  }

  /// Looks an entry up.
  /// - Parameters:
  ///   - id: The entry.
  ///   - guess: An index where it may well be.
  /// - Returns: Where it stands; nil where it does not.
  package func index(of id: PhotoID, near guess: Int) -> Int? {
    if indices.contains(guess), self[guess].id == id { return guess }
    if let index = folders.firstIndex(where: { $0.id == id }) { return index }
    if let paged = listing.paged {
      guard let place = paged.rank(of: id) else { return nil }
      let index = positions.map { $0.firstIndex(of: Int32(place)) } ?? place
      return index.map { folders.count + $0 }
    }
    // By index, since an entry that is lent costs more than it takes to compare two numbers.
    return photoIndices.first { listing.entries[position(at: $0)].id == id }
  }

  /// Where a photo of the arrangement stands among those of its listing.
  func position(at index: Int) -> Int {
    let index = index - folders.count
    return positions.map { Int($0[index]) } ?? index
  }

  /// Whether all photos are held.
  var isWhole: Bool { listing.paged == nil }

  /// Where the photos stand: behind all folders.
  package var photoIndices: Range<Int> { folders.count..<count }

  /// The photos that stand somewhere, without the folders.
  package func photoIDs(in range: Range<Int>) -> [PhotoID] {
    range.clamped(to: photoIndices).map { listing.id(at: position(at: $0)) }
  }

  /// The photos as their catalog lists them, in the order in which they stand here: those that have been read.
  package var photos: some Collection<CatalogEntry> {
    photoIndices.lazy.compactMap { listing.entry(at: position(at: $0)).entry }
  }

  /// Those of some photos that have been read, likewise.
  func entries(among ids: Set<PhotoID>) -> [CatalogEntry] {
    guard let paged = listing.paged else { return photos.filter { ids.contains($0.id) } }
    let ranks = ids.compactMap { paged.rank(of: $0) }
    // To tell where all of them stand takes a number for each.
    guard positions != nil else { return ranks.sorted().compactMap { paged[$0] } }
    let places = self.places
    return ranks.filter { places[$0] >= 0 }.sorted { places[$0] < places[$1] }
      .compactMap { paged[$0] }
  }

  /// Where the nearest entry to one of another arrangement stands that is in both: the entry itself,
  /// else the first after it, else the last before it; zero where they have none in common.
  func index(ofNearestTo index: Int, in other: Arrangement) -> Int {
    guard other.indices.contains(index) else { return 0 }
    if other.listing === listing {
      let places = places
      return other.nearest(to: index) { index in
        if let folder = other[index].folder { return folders.firstIndex { $0.id == folder.id } }
        let place = places[other.position(at: index)]
        return place < 0 ? nil : folders.count + Int(place)
      }
    }
    if let same = self.index(of: other[index].id, near: index) { return same }
    guard listing.paged == nil else { return Swift.min(index, Swift.max(0, count - 1)) }
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
    guard let positions else { return Array(0..<Int32(listing.count)) }
    var places = [Int32](repeating: -1, count: listing.count)
    for (index, position) in positions.enumerated() { places[Int(position)] = Int32(index) }
    return places
  }
}

extension Arrangement: RandomAccessCollection {
  /// Zero.
  package var startIndex: Int { 0 }
  /// The number of entries.
  package var endIndex: Int { folders.count + (positions?.count ?? listing.count) }

  /// The entry at an index, which must exist.
  package subscript(index: Int) -> GridEntry {
    index < folders.count ? .folder(folders[index]) : listing.entry(at: position(at: index))
  }
}
