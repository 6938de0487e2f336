package import Base
package import Catalogs
import Synchronization

/// The entries shown in a grid, in order: folders in natural order, then photos.
package struct Arrangement: Sendable {
  package let listing: Listing
  private let positions: PhotoPositions
  package let folders: [Subfolder]
  package let groups: [PhotoGroup]

  package init(of entries: [CatalogEntry] = []) {
    self.init(of: Listing(entries))
  }

  /// `mask` and `folders` select the shown entries, nil for all; `positions` index the listing.
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

  private static func places(in mask: [Bool]) -> [Int32] {
    let mask = mask.span
    let shownCount = mask.indices.count { mask[$0] }
    // Branch-free: every index is written, and the count advances only for shown ones.
    return unsafe Array(unsafeUninitializedCapacity: shownCount + 1) { places, count in
      for place in mask.indices {
        unsafe places[count] = Int32(place)
        count += mask[place] ? 1 : 0
      }
    }
  }

  /// Nil if it is not shown; `guess` is a likely index.
  package func index(of id: PhotoID, near guess: Int) -> Int? {
    if indices.contains(guess), self[guess].id == id { return guess }
    if let index = folders.firstIndex(where: { $0.id == id }) { return index }
    if let paged = listing.paged {
      return paged.rank(of: id).flatMap(index(ofPlace:)).map { folders.count + $0 }
    }
    // Compares by index: binding an entry would cost a retain for each comparison.
    return photoIndices.first { listing.entries[position(at: $0)].id == id }
  }

  /// Folders end with a slash; nil if it is not shown, or the listing is paged.
  func index(ofName name: ByteString) -> Int? {
    guard name.bytes.last != "/" else {
      return folders.firstIndex { GridEntry.folder($0).name == name }
    }
    return indexOfPhoto { $0.name == name }
  }

  func index(ofPath path: ByteString) -> Int? { indexOfPhoto { $0.path == path } }

  private func indexOfPhoto(where isWanted: (Photo) -> Bool) -> Int? {
    listing.entries.firstIndex { isWanted($0.photo) }.flatMap(index(ofPlace:))
      .map { folders.count + $0 }
  }

  /// Index in the listing; `index` must be that of a photo.
  package func position(at index: Int) -> Int {
    let index = index - folders.count
    return switch positions {
    case .listed: index
    case .reversed: listing.count - 1 - index
    case .places(let places): Int(places[index])
    }
  }

  /// Index among the shown photos; nil if not shown; takes linear time.
  private func index(ofPlace place: Int) -> Int? {
    switch positions {
    case .listed: place
    case .reversed: listing.count - 1 - place
    case .places(let places): Int32(exactly: place).flatMap { places.firstIndex(of: $0) }
    }
  }

  var isWhole: Bool { listing.paged == nil }

  package var photoIndices: Range<Int> { folders.count..<count }

  package func photoIDs(in range: Range<Int>) -> [PhotoID] {
    range.clamped(to: photoIndices).map { listing.id(at: position(at: $0)) }
  }

  package var photos: some Collection<CatalogEntry> {
    photoIndices.lazy.compactMap { listing.entry(at: position(at: $0)).entry }
  }

  /// Only loaded entries, in the order of the arrangement.
  func entries(among ids: Set<PhotoID>) -> [CatalogEntry] {
    guard let paged = listing.paged else {
      let places = places(among: ids)
      // Copying 100,000 entries retains as many photos.
      guard places.count < listing.count || positions != .listed else { return listing.entries }
      return places.map { listing.entries[$0] }
    }
    let indexOfPlace = indexOfPlace
    let shown = ids.compactMap { id in
      paged.rank(of: id).flatMap { rank in indexOfPlace(rank).map { (index: $0, rank: rank) } }
    }
    return shown.sorted { $0.index < $1.index }.compactMap { paged[$0.rank] }
  }

  /// The number of `entries(among:)`, which are not copied unless the listing is paged.
  func count(among ids: Set<PhotoID>) -> Int {
    isWhole ? places(among: ids).count : entries(among: ids).count
  }

  private func places(among ids: Set<PhotoID>) -> [Int] {
    photoIndices.lazy.map(position(at:)).filter { ids.contains(listing.entries[$0].id) }
  }

  /// Index of the nearest entry that is in both: the same, else the first after it, else the last
  /// before it; zero if there is none.
  func index(ofNearestTo index: Int, in other: Arrangement) -> Int {
    guard other.indices.contains(index) else { return 0 }
    if other.listing === listing { return self.index(ofNearestTo: index, ofSameListing: other) }
    if let same = self.index(of: other[index].id, near: index) { return same }
    guard listing.paged == nil else { return Swift.min(index, Swift.max(0, count - 1)) }
    let indices = Dictionary(zip(lazy.map(\.id), 0...), uniquingKeysWith: { first, _ in first })
    let nearest = { (index: Int) in indices[other[index].id] }
    return (index..<other.count).lazy.compactMap(nearest).first
      ?? (0..<index).reversed().lazy.compactMap(nearest).first ?? 0
  }

  /// Takes time linear in the photos of a filtered arrangement, whatever count the other claims.
  private func index(ofNearestTo index: Int, ofSameListing other: Arrangement) -> Int {
    for folder in other.folders.dropFirst(index) {
      if let same = folders.firstIndex(where: { $0.id == folder.id }) { return same }
    }
    let first = Swift.max(index, other.folders.count)
    if first < other.count, let same = self.index(ofPlace: other.position(at: first)) {
      return folders.count + same
    }
    guard positions.places != nil else { return 0 }
    let indexOfPlace = other.indexOfPlace
    let common = photoIndices.lazy.compactMap { own in
      indexOfPlace(position(at: own)).map { (own: own, there: other.folders.count + $0) }
    }
    let next = common.filter { $0.there >= index }.min { $0.there < $1.there }
    let nearest = next ?? common.max { $0.there < $1.there }
    return nearest?.own ?? Swift.max(0, count - 1)
  }

  /// Maps indices of the listing to indices among the shown photos, for many of them.
  private var indexOfPlace: (Int) -> Int? {
    guard case .places(let places) = positions else { return index(ofPlace:) }
    guard listing.count / 8 <= places.count else {
      let sparse = Dictionary(uniqueKeysWithValues: zip(places, 0...))
      return { Int32(exactly: $0).flatMap { sparse[$0] } }
    }
    var dense = [Int32](repeating: -1, count: listing.count)
    for (index, place) in places.enumerated() { dense[Int(place)] = Int32(index) }
    return { [dense] in dense[$0] < 0 ? nil : Int(dense[$0]) }
  }
}

extension Arrangement: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { folders.count + (positions.places?.count ?? listing.count) }

  package subscript(index: Int) -> GridEntry {
    index < folders.count ? .folder(folders[index]) : listing.entry(at: position(at: index))
  }
}

package final class Listing: Sendable {
  /// In the order of the catalog; empty if the listing is paged.
  package let entries: [CatalogEntry]
  /// The entries if there are too many for memory; nil otherwise.
  package let paged: PagedEntries?
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

/// The positions of an arrangement's photos in their listing. Only `places` allocates memory per
/// photo: the count of a listing whose pages have not been loaded is a claim of its server, and
/// must not determine an allocation.
enum PhotoPositions: Hashable, Sendable {
  case listed
  case reversed
  case places([Int32])

  /// Nil is the order of the listing.
  init(_ places: [Int32]?) {
    self = places.map { .places($0) } ?? .listed
  }

  var places: [Int32]? {
    guard case .places(let places) = self else { return nil }
    return places
  }
}

extension Arrangement {
  func rows(in layout: GridLayout) -> GridRows {
    GridRows(
      count: count, columns: layout.columns,
      groupStarts: (hasFolderGroup ? [0] : []) + groups.map(\.start))
  }

  var hasFolderGroup: Bool { !folders.isEmpty && !groups.isEmpty }
}

package enum GridEntry: Hashable, Sendable {
  case photo(CatalogEntry)
  /// A photo whose page has not been loaded; only its identity is known.
  case unread(PhotoID)
  case folder(Subfolder)

  package var id: PhotoID {
    switch self {
    case .photo(let entry): entry.id
    case .unread(let id): id
    case .folder(let folder): folder.id
    }
  }

  package var photo: Photo? { entry?.photo }

  package var entry: CatalogEntry? {
    guard case .photo(let entry) = self else { return nil }
    return entry
  }

  package var folder: Subfolder? {
    guard case .folder(let folder) = self else { return nil }
    return folder
  }

  /// The name in its folder; folders end with a slash.
  package var name: ByteString {
    switch self {
    case .photo(let entry): entry.photo.name
    case .unread: ByteString([])
    case .folder(let folder): ByteString(folder.name.bytes + [UInt8(ascii: "/")])
    }
  }
}
