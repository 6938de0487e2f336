import Base
package import Catalogs
import Imaging
import Storage
import Synchronization

/// Equal values by name, equal names by path, unknown values last in both directions.
package struct PhotoOrder: Hashable, Sendable {
  /// Code that offers or parses keys switches without a default: none can be missed.
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
    case like
    /// Darkest first, by mean brightness.
    case brightness
    /// Of the mean color, from red to magenta; grey photos last, by brightness.
    case hue
    /// Shuffled; the same seed gives the same order.
    case random
    /// Order of the arguments, and of folders as listed.
    case given
  }

  package var key: Key
  package var isReversed: Bool
  package var seed: UInt64
  /// The photo that others are compared with; nil for other orders.
  package var model: Model?

  package init(_ key: Key, isReversed: Bool = false, seed: UInt64 = 0) {
    self.key = key
    self.isReversed = isReversed
    self.seed = key == .random ? seed : 0
  }

  package static let asGiven = PhotoOrder(.given)

  package var depth: FactsDepth {
    switch key {
    case .given, .name, .kind, .folder, .random: .names
    case .modified, .size: .files
    case .taken, .pixels, .shape, .rating: .contents
    case .like, .brightness, .hue: .hashes
    }
  }

  package struct Model: Hashable, Sendable {
    let id: PhotoID
    /// Not sanitized.
    let name: ByteString
    /// Also for the photos of other folders; nil until it is known.
    var hash: DifferenceHash?

    package init(_ entry: CatalogEntry) {
      (id, name) = (entry.id, entry.photo.name)
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
    case .like: "\(isReversed ? "least " : "")like \(model?.name.lossyText ?? "")"
    case .brightness: isReversed ? "brightest first" : "darkest first"
    case .hue: isReversed ? "by hue, reversed" : "by hue"
    case .random: "random \(seed)"
    }
  }
}

extension PhotoOrder {
  /// Nil for the order of the listing; takes some 50 ms for 100,000 entries.
  func positions(of listing: Listing, knowing facts: KnownFacts) -> [Int32]? {
    let entries = listing.entries
    switch key {
    case .name where !listing.isInNameOrder:
      return positions(of: entries, Listing.isBefore(byName:))
    case .given, .name: return isReversed ? (0..<Int32(entries.count)).reversed() : nil
    case .folder: return positions(of: entries, Listing.isBefore(byPath:))
    case .taken:
      return positions(of: listing, by: entries.map { facts.table.wallMilliseconds(of: $0.id) })
    case .like, .brightness, .hue:
      return positions(
        of: listing,
        by: entries.map { entry in facts.hashes[entry.id]?.flatMap { value(of: entry.id, $0) } })
    case .modified, .size, .pixels, .shape, .rating, .kind, .random:
      return positions(
        of: listing, by: entries.map { value(of: $0.photo, knowing: facts.table[$0.id]) })
    }
  }

  /// The sort value; nil if unknown, or for an order by names.
  func value(of photo: Photo, knowing facts: PhotoFacts?) -> Int64? {
    switch key {
    case .taken: facts?.taken?.wallMilliseconds
    case .modified:
      facts?.modified.map(IndexedVersion.nanoseconds)
    case .size: facts?.byteCount.map(Int64.init)
    case .pixels: facts?.size.map { Int64($0.area) }
    case .shape: facts?.size.map { Int64(Double($0.width) / Double($0.height) * 1e6) }
    case .rating: facts.map { Int64($0.rating ?? 0) }
    case .kind: photo.namedFormat.flatMap { PictureFormat.nameRanks[$0] }
    case .random: Int64(bitPattern: photo.lot(seed: seed) >> 1)
    case .given, .name, .folder, .like, .brightness, .hue: nil
    }
  }

  private func value(of id: PhotoID, _ hash: DifferenceHash) -> Int64? {
    switch key {
    case .like where id == model?.id: -1
    case .like: model?.hash.map { Int64($0.difference(to: hash)) }
    case .hue:
      hash.fields.map { fields in
        // Grey photos follow in both directions.
        let grey = fields.brightness + (isReversed ? -1 << 20 : 1 << 20)
        return Int64(fields.hue ?? grey)
      }
    default: hash.fields.map { Int64($0.brightness) }
    }
  }

  private func positions(
    of entries: [CatalogEntry], _ isBefore: ([CatalogEntry]) -> (Int32, Int32) -> Bool
  ) -> [Int32] {
    let isBefore = isBefore(entries)
    return (0..<Int32(entries.count)).sorted { isReversed ? isBefore($1, $0) : isBefore($0, $1) }
  }

  private func positions(of listing: Listing, by values: [Int64?]) -> [Int32] {
    positions(
      by: values,
      equal: listing.isInNameOrder ? nil : Listing.isBefore(byName: listing.entries))
  }

  /// Sorts by value, unknown values last, equal ones by `isBefore`, nil for the listed order. These
  /// are compared only afterwards, as comparing names takes longer than the rest.
  func positions(
    by values: [Int64?], equal isBefore: ((Int32, Int32) -> Bool)? = nil
  ) -> [Int32] {
    var (known, unknown) = ([Int32](), [Int32]())
    for place in values.indices {
      if values[place] == nil { unknown.append(Int32(place)) } else { known.append(Int32(place)) }
    }
    known.sort { first, second in
      let (left, right) = (values[Int(first)] ?? 0, values[Int(second)] ?? 0)
      return left == right ? first < second : (left < right) != isReversed
    }
    guard let isBefore else { return known + unknown }
    unknown.sort(by: isBefore)
    var start = 0
    while start < known.count {
      let value = values[Int(known[start])]
      let end = known[start...].firstIndex { values[Int($0)] != value } ?? known.count
      if end - start > 1 { known[start..<end].sort(by: isBefore) }
      start = end
    }
    return known + unknown
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

extension PictureFormat {
  fileprivate static let nameRanks = Dictionary(
    uniqueKeysWithValues: zip(
      allCases.sorted { $0.descriptor.name < $1.descriptor.name }, Int64(0)...))
}
