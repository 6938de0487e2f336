import Catalog
import Finding
import Imaging
import PictureFormats
import Synchronization
import System
import Values

/// An order of photos.
///
/// It is total: photos that are alike in what it goes by stand in the order of their names, and those of
/// the same name in that of their paths. Of which that is not known, they stand last, both ways round.
package struct PhotoOrder: Hashable, Sendable {
  /// What photos are ordered by.
  ///
  /// Who offers or reads keys goes by `allCases` and by switches without a default, so that a new one can
  /// be forgotten nowhere.
  package enum Key: String, CaseIterable, Hashable, Sendable {
    /// Numbers count as numbers: `IMG_9` before `IMG_10`.
    case name
    /// When the photo was taken, as far as the photo or the name of its file tells, and else when the file
    /// was last changed; the earliest first.
    case taken
    /// When the file was last changed, the earliest first.
    case modified
    /// The bytes of the file, the fewest first.
    case size
    /// The pixels of the picture, the fewest first.
    case pixels
    /// How broad the picture is for its height, the narrowest first.
    case shape
    /// What photos are rated, rejected ones first.
    case rating
    /// The kind of picture that the name tells.
    case kind
    /// The path up to the name, and then the name.
    case folder
    /// Nothing; the same seed gives the same order.
    case random
    /// The order of the arguments, and of folders as they are read.
    case given
  }

  /// What photos are ordered by.
  package var key: Key
  /// Whether the last comes first.
  package var isReversed: Bool
  /// What a random order follows from; of no importance for others.
  package var seed: UInt64

  /// Makes an order.
  package init(_ key: Key, isReversed: Bool = false, seed: UInt64 = 0) {
    self.key = key
    self.isReversed = isReversed
    self.seed = key == .random ? seed : 0
  }

  /// The order in which photos are listed.
  package static let asGiven = PhotoOrder(.given)

  /// How much has to be found out of photos for it.
  var depth: FactsDepth {
    switch key {
    case .given, .name, .kind, .folder, .random: .names
    case .modified, .size: .files
    case .taken, .pixels, .shape, .rating: .contents
    }
  }
}

extension PhotoOrder: CustomStringConvertible {
  /// A few words for the status line; none for the order in which photos are listed.
  package var description: String {
    switch key {
    case .given: isReversed ? "last first" : ""
    case .name: isReversed ? "by name, last first" : "by name"
    case .taken: isReversed ? "latest taken first" : "earliest taken first"
    case .modified: isReversed ? "latest change first" : "earliest change first"
    case .pixels: isReversed ? "most pixels first" : "fewest pixels first"
    case .shape: isReversed ? "broadest first" : "narrowest first"
    case .size: isReversed ? "largest first" : "smallest first"
    case .rating: isReversed ? "best rated first" : "worst rated first"
    case .kind: isReversed ? "by kind, last first" : "by kind"
    case .folder: isReversed ? "by folder, last first" : "by folder"
    case .random: "random \(seed)"
    }
  }
}

extension PhotoOrder {
  /// Where entries stand in their listing, in this order; nil where that is the order of the listing.
  ///
  /// A hundred thousand take some 50 ms.
  /// - Parameters:
  ///   - listing: The entries.
  ///   - facts: What is known of the photos.
  /// - Returns: An index of the listing for each place.
  func positions(of listing: Listing, facts: FactsTable) -> [Int32]? {
    let entries = listing.entries
    func sorted(by value: (CatalogEntry) -> (some Comparable)?) -> [Int32] {
      positions(of: listing, by: entries.map(value))
    }
    switch key {
    case .given: return isReversed ? (0..<Int32(entries.count)).reversed() : nil
    case .name: return positionsByName(of: listing)
    case .folder: return positions(of: entries, Listing.isBefore(byPath:))
    case .modified: return sorted { facts[$0.id]?.modified }
    case .taken: return sorted { facts.wallMilliseconds(of: $0.id) }
    case .pixels: return sorted { facts[$0.id]?.size?.area }
    case .shape:
      return sorted { facts[$0.id]?.size.map { Double($0.width) / Double($0.height) } }
    case .size: return sorted { facts[$0.id]?.byteCount }
    case .rating: return sorted { facts[$0.id].map { $0.rating ?? 0 } }
    case .kind: return sorted { $0.photo.namedFormat?.rawValue }
    case .random: return sorted { $0.photo.lot(seed: seed) }
    }
  }

  /// Sorts by names; nil where they stand in that order.
  private func positionsByName(of listing: Listing) -> [Int32]? {
    if listing.isInNameOrder {
      return isReversed ? (0..<Int32(listing.entries.count)).reversed() : nil
    }
    return positions(of: listing.entries, Listing.isBefore(byName:))
  }

  /// Sorts by what is compared two by two.
  private func positions(
    of entries: [CatalogEntry], _ isBefore: ([CatalogEntry]) -> (Int32, Int32) -> Bool
  ) -> [Int32] {
    let isBefore = isBefore(entries)
    return (0..<Int32(entries.count)).sorted { isReversed ? isBefore($1, $0) : isBefore($0, $1) }
  }

  /// Sorts by what each has; what has none stands last, and what is alike in the order of names.
  ///
  /// Names are compared only where they must be, which would take longer than all else: in the listing of
  /// a folder they are in order.
  private func positions<Value: Comparable>(of listing: Listing, by values: [Value?]) -> [Int32] {
    let isBefore = Listing.isBefore(byName: listing.entries)
    var known = values.indices.compactMap { index in values[index].map { (Int32(index), $0) } }
    var unknown = values.indices.filter { values[$0] == nil }.map(Int32.init)
    guard !listing.isInNameOrder else {
      known.sort { left, right in
        if left.1 == right.1 { return left.0 < right.0 }
        return isReversed ? right.1 < left.1 : left.1 < right.1
      }
      return known.map(\.0) + unknown
    }
    if isReversed { known.sort { $0.1 > $1.1 } } else { known.sort { $0.1 < $1.1 } }
    unknown.sort(by: isBefore)
    var start = 0
    while start < known.count {
      var end = start + 1
      while end < known.count, known[end].1 == known[start].1 { end += 1 }
      if end - start > 1 { known[start..<end].sort { isBefore($0.0, $1.0) } }
      start = end
    }
    return known.map(\.0) + unknown
  }
}

extension Listing {
  /// Compares two entries by their names, and where these are the same by their paths.
  fileprivate static func isBefore(byName entries: [CatalogEntry]) -> (Int32, Int32) -> Bool {
    let keys = NameKeys(entries.map { $0.photo.name })
    return { first, second in
      if let isBefore = keys?.areInOrder(Int(first), Int(second)) { return isBefore }
      // Neither photo is held, since that would take longer than to compare them.
      let entries = entries.span
      return isBefore(
        byName: entries[Int(first)].photo, entries[Int(second)].photo, listedBefore: first < second)
    }
  }

  private static func isBefore(
    byName left: borrowing Photo, _ right: borrowing Photo, listedBefore isListedBefore: Bool
  ) -> Bool {
    if left.name != right.name { return NaturalOrder.areInOrder(left.name, right.name) }
    return left.folder == right.folder
      ? isListedBefore : NaturalOrder.areInOrder(copy left, copy right)
  }

  /// Compares two entries by their paths.
  fileprivate static func isBefore(byPath entries: [CatalogEntry]) -> (Int32, Int32) -> Bool {
    { first, second in
      let (left, right) = (entries[Int(first)].photo, entries[Int(second)].photo)
      return left.folder == right.folder && left.name == right.name
        ? first < second : NaturalOrder.areInOrder(left, right)
    }
  }

  /// Whether the entries stand in the order of their names; the first time that takes a few milliseconds
  /// for a hundred thousand.
  var isInNameOrder: Bool {
    order.withLock { known in
      if let known { return known }
      let isBefore = Self.isBefore(byName: entries)
      let isInOrder = entries.indices.dropFirst().allSatisfy { isBefore(Int32($0 - 1), Int32($0)) }
      known = isInOrder
      return isInOrder
    }
  }
}

extension Photo {
  /// A number that a seed draws for a path or an address (mixed).
  func lot(seed: UInt64) -> UInt64 {
    let place = onWeb.map { Array($0.description.utf8) } ?? folder.bytes + name.bytes
    var numbers = SplitMix64(seed: place.stableHash ^ seed &* 0x9E37_79B9_7F4A_7C15)
    return numbers.next()
  }
}
