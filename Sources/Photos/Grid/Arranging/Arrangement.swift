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
  private let positions: PhotoPositions
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
  ///   - positions: Where they stand in the listing.
  ///   - mask: Which photos of the listing are shown; nil where all are.
  ///   - folders: Which of its folders are shown; nil where all are.
  ///   - table: The groups, in whose order they stand; nil where they are in none.
  ///   - groups: The groups themselves, where they are known without a table.
  init(
    of listing: Listing, inOrder positions: PhotoPositions = .listed, showing mask: [Bool]? = nil,
    folders: [Subfolder]? = nil, inGroups table: GroupTable? = nil, groups: [PhotoGroup]? = nil
  ) {
    self.listing = listing
    self.folders = folders ?? listing.folders
    let shown =
      mask.map { mask in
        switch positions {
        case .listed: .places(Self.places(in: mask))
        case .reversed: .places(Self.places(in: mask).reversed())
        case .places(let places): .places(places.filter { mask[Int($0)] })
        }
      } ?? positions
    self.positions = shown
    self.groups = groups ?? table?.groups(of: shown.places ?? [], after: self.folders.count) ?? []
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
      return paged.rank(of: id).flatMap(index(ofPlace:)).map { folders.count + $0 }
    }
    // By index, since an entry that is lent costs more than it takes to compare two numbers.
    return photoIndices.first { listing.entries[position(at: $0)].id == id }
  }

  /// Where a photo of the arrangement stands among those of its listing.
  func position(at index: Int) -> Int {
    let index = index - folders.count
    return switch positions {
    case .listed: index
    case .reversed: listing.count - 1 - index
    case .places(let places): Int(places[index])
    }
  }

  /// Where the photo at a place of the listing, which must exist, stands among the photos.
  ///
  /// Nil where it is not shown. It takes as long as there are places.
  private func index(ofPlace place: Int) -> Int? {
    switch positions {
    case .listed: place
    case .reversed: listing.count - 1 - place
    case .places(let places): Int32(exactly: place).flatMap { places.firstIndex(of: $0) }
    }
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
    switch positions {
    case .listed: return ranks.sorted().compactMap { paged[$0] }
    case .reversed: return ranks.sorted(by: >).compactMap { paged[$0] }
    case .places:
      let indices = indicesByPlace
      let shown = ranks.compactMap { rank in indices[rank].map { (index: $0, rank: rank) } }
      return shown.sorted { $0.index < $1.index }.compactMap { paged[$0.rank] }
    }
  }

  /// Where the nearest entry to one of another arrangement stands that is in both: the entry itself,
  /// else the first after it, else the last before it; zero where they have none in common.
  func index(ofNearestTo index: Int, in other: Arrangement) -> Int {
    guard other.indices.contains(index) else { return 0 }
    if other.listing === listing {
      if listing.paged != nil, photoIndices.count < other.photoIndices.count {
        return self.index(ofNearestTo: index, among: other)
      }
      let indices = indicesByPlace
      return other.nearest(to: index) { index in
        if let folder = other[index].folder { return folders.firstIndex { $0.id == folder.id } }
        return indices[other.position(at: index)].map { folders.count + $0 }
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

  /// The same in another arrangement of the same listing that has more photos: it takes as long as there are photos
  /// here, however many the other one claims to have.
  private func index(ofNearestTo index: Int, among other: Arrangement) -> Int {
    for folder in other.folders.dropFirst(index) {
      if let same = folders.firstIndex(where: { $0.id == folder.id }) { return same }
    }
    let indices = other.indicesByPlace
    var (next, last): (after: (Int, Int)?, before: (Int, Int)?) = (nil, nil)
    for own in photoIndices {
      guard let place = indices[position(at: own)] else { continue }
      let there = other.folders.count + place
      if there >= index {
        if next.map({ there < $0.0 }) ?? true { next = (there, own) }
      } else if last.map({ there > $0.0 }) ?? true {
        last = (there, own)
      }
    }
    return (next ?? last)?.1 ?? Swift.max(0, count - 1)
  }

  /// Where the photos at the places of the listing stand among the photos.
  private var indicesByPlace: PlaceIndices { PlaceIndices(positions, of: listing) }
}

/// Where photos stand in an arrangement, by their places in the listing.
private struct PlaceIndices {
  private let positions: PhotoPositions
  private let count: Int
  /// The index for each place of the listing, below zero where it is not shown; empty where few places are shown.
  private var dense: [Int32] = []
  private var sparse: [Int32: Int32] = [:]

  init(_ positions: PhotoPositions, of listing: Listing) {
    (self.positions, count) = (positions, listing.count)
    guard case .places(let places) = positions else { return }
    if count / 8 <= places.count {
      dense = [Int32](repeating: -1, count: count)
      for (index, place) in places.enumerated() { dense[Int(place)] = Int32(index) }
    } else {
      sparse.reserveCapacity(places.count)
      for (index, place) in places.enumerated() { sparse[place] = Int32(index) }
    }
  }

  /// Where the photo at a place of the listing, which must exist, stands; nil where it is not shown.
  subscript(place: Int) -> Int? {
    switch positions {
    case .listed: return place
    case .reversed: return count - 1 - place
    case .places:
      let index = dense.isEmpty ? Int32(exactly: place).flatMap { sparse[$0] } ?? -1 : dense[place]
      return index < 0 ? nil : Int(index)
    }
  }
}

extension Arrangement: RandomAccessCollection {
  /// Zero.
  package var startIndex: Int { 0 }
  /// The number of entries.
  package var endIndex: Int { folders.count + (positions.places?.count ?? listing.count) }

  /// The entry at an index, which must exist.
  package subscript(index: Int) -> GridEntry {
    index < folders.count ? .folder(folders[index]) : listing.entry(at: position(at: index))
  }
}
