import Base
import Catalogs
import Imaging
import Synchronization

/// A total order of photos.
///
/// Equal values are ordered by name, equal names by path. Unknown values are last in both
/// directions.
package struct PhotoOrder: Hashable, Sendable {
  /// The sort key.
  ///
  /// Code that offers or parses keys uses `allCases` and switches without a default, so that a new
  /// key cannot be missed.
  package enum Key: String, CaseIterable, Hashable, Sendable {
    /// Natural order: `IMG_9` before `IMG_10`.
    case name
    /// Capture time from the photo or its file name, else modification time; earliest first.
    case taken
    case modified
    case size
    case pixels
    case shape
    case rating
    case kind
    case folder
    /// Shuffled; the same seed gives the same order.
    case random
    /// Order of the arguments, and of folders as listed.
    case given
  }

  package var key: Key
  package var isReversed: Bool
  package var seed: UInt64

  package init(_ key: Key, isReversed: Bool = false, seed: UInt64 = 0) {
    self.key = key
    self.isReversed = isReversed
    self.seed = key == .random ? seed : 0
  }

  package static let asGiven = PhotoOrder(.given)

  var depth: FactsDepth {
    switch key {
    case .given, .name, .kind, .folder, .random: .names
    case .modified, .size: .files
    case .taken, .pixels, .shape, .rating: .contents
    }
  }
}

extension PhotoOrder: CustomStringConvertible {
  /// For the status line; empty for the order of the listing.
  package var description: String {
    switch key {
    case .given: isReversed ? "last first" : ""
    case .name: isReversed ? "by name, reversed" : "by name"
    case .taken: isReversed ? "newest first" : "oldest first"
    case .modified: isReversed ? "newest change first" : "oldest change first"
    case .pixels: isReversed ? "largest first (pixels)" : "smallest first (pixels)"
    case .shape: isReversed ? "landscape first" : "portrait first"
    case .size: isReversed ? "largest first" : "smallest first"
    case .rating: isReversed ? "best rated first" : "worst rated first"
    case .kind: isReversed ? "by type, reversed" : "by type"
    case .folder: isReversed ? "by folder, reversed" : "by folder"
    case .random: "random \(seed)"
    }
  }
}

extension PhotoOrder {
  /// Nil for the order of the listing; takes some 50 ms for 100,000 entries.
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
    case .kind: return sorted { $0.photo.namedFormat?.descriptor.name }
    case .random: return sorted { $0.photo.lot(seed: seed) }
    }
  }

  private func positionsByName(of listing: Listing) -> [Int32]? {
    if listing.isInNameOrder {
      return isReversed ? (0..<Int32(listing.entries.count)).reversed() : nil
    }
    return positions(of: listing.entries, Listing.isBefore(byName:))
  }

  private func positions(
    of entries: [CatalogEntry], _ isBefore: ([CatalogEntry]) -> (Int32, Int32) -> Bool
  ) -> [Int32] {
    let isBefore = isBefore(entries)
    return (0..<Int32(entries.count)).sorted { isReversed ? isBefore($1, $0) : isBefore($0, $1) }
  }

  /// Sorts by value, unknown values last, equal ones by name.
  ///
  /// Names are compared only where needed, since that would take longer than the rest.
  private func positions<Value: Comparable>(of listing: Listing, by values: [Value?]) -> [Int32] {
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
    let isBefore = Listing.isBefore(byName: listing.entries)
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
  fileprivate static func isBefore(byName entries: [CatalogEntry]) -> (Int32, Int32) -> Bool {
    let keys = NameKeys(entries.lazy.map(\.photo.name))
    return { first, second in
      if let isBefore = keys.areInOrder(Int(first), Int(second)) { return isBefore }
      // Borrow both photos: a retain would cost more than the comparison.
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

  fileprivate static func isBefore(byPath entries: [CatalogEntry]) -> (Int32, Int32) -> Bool {
    { first, second in
      let (left, right) = (entries[Int(first)].photo, entries[Int(second)].photo)
      return left.folder == right.folder && left.name == right.name
        ? first < second : NaturalOrder.areInOrder(left, right)
    }
  }

  /// The first access takes a few milliseconds for 100,000 entries.
  var isInNameOrder: Bool {
    order.withLock { known in
      if let known { return known }
      // Without keys: computing them takes longer than to compare each name once.
      let listed = entries
      let entries = listed.span
      let isInOrder = entries.indices.dropFirst().allSatisfy {
        Self.isBefore(byName: entries[$0 - 1].photo, entries[$0].photo, listedBefore: true)
      }
      known = isInOrder
      return isInOrder
    }
  }
}

extension Photo {
  func lot(seed: UInt64) -> UInt64 {
    let place = onWeb.map { Array($0.description.utf8) } ?? folder.bytes + name.bytes
    var numbers = SplitMix64(seed: place.stableHash ^ seed &* 0x9E37_79B9_7F4A_7C15)
    return numbers.next()
  }
}
