import Catalog
import Finding
import Imaging
import PictureFormats
import System
import Values

/// What has been found out of all entries of a listing that is not held, page by page: what they are ordered and
/// grouped by, and which of them a filter and a search show.
///
/// Of ten million entries each of these takes 80 MB at most, where the entries themselves would take gigabytes. What
/// an earlier census has found out is taken over.
struct PageCensus: Sendable {
  /// The entries, whose pages had as many photos as their counts say when they were read.
  private(set) var entries: PagedEntries
  /// What is wanted of them.
  private let wish: ArrangementWish
  /// What each is ordered by; nil for those of which that is not known.
  private var values: [Int64?]?
  private var names: [ByteString]?
  private var days: [Day?]?
  private var shown: FilterResult?
  private var found: FilterResult?
  /// Which of those are complete.
  private var isTakenOver: Parts
  /// Which marks it knows, where it was asked for any.
  private let marksVersion: Int

  /// What a census may know.
  fileprivate struct Parts: OptionSet {
    let rawValue: Int
    static let values = Parts(rawValue: 1)
    static let names = Parts(rawValue: 2)
    static let days = Parts(rawValue: 4)
    static let shown = Parts(rawValue: 8)
    static let found = Parts(rawValue: 16)
  }

  /// Begins with the first page.
  /// - Parameters:
  ///   - entries: The entries.
  ///   - wish: What is wanted of them.
  ///   - knowledge: What is known, with what has been found out of entries before.
  init(of entries: PagedEntries, for wish: ArrangementWish, knowing knowledge: ArrangementKnowledge)
  {
    let previous = knowledge.census
    marksVersion = knowledge.marksVersion
    self.entries = entries
    self.wish = wish
    isTakenOver = []
    let known = previous.flatMap { $0.entries === entries ? $0 : nil }
    let asked = wish.parts(of: entries)
    let hasValues = known?.wish.order.ofValues == wish.order.ofValues
    if asked.contains(.values) { values = take(over: hasValues ? known?.values : nil, .values) }
    if asked.contains(.names) { names = take(over: known?.names, .names) }
    if asked.contains(.days) { days = take(over: known?.days, .days) }
    shown = take(over: known?.shown, wish.filter, .shown)
    found = take(over: known?.found, wish.search, .found)
  }

  private mutating func take<Value>(over column: [Value]?, _ part: Parts) -> [Value] {
    guard let column else { return [] }
    isTakenOver.insert(part)
    return column
  }

  private mutating func take(
    over result: FilterResult?, _ filter: Filter, _ part: Parts
  ) -> FilterResult? {
    guard !filter.isEmpty else { return nil }
    // Marks change beside it.
    if let result, result.filter == filter, !filter.asks(for: [.marked]) {
      isTakenOver.insert(part)
      return result
    }
    return FilterResult(nothingOf: filter)
  }

  /// Whether it has found out, when it is complete, all that something else asks for.
  func answers(
    _ other: ArrangementWish, of entries: PagedEntries, marksVersion: Int
  ) -> Bool {
    entries === self.entries
      && (marksVersion == self.marksVersion || !other.asksForMarks)
      && (other.order.ofValues == wish.order.ofValues
        || !other.parts(of: entries).contains(.values))
      && other.parts(of: entries).isSubset(of: wish.parts(of: entries))
      && other.filter == wish.filter && other.search == wish.search
  }

  /// Whether nothing has to be found out: an earlier one knew all of it.
  var isComplete: Bool { wish.parts(of: entries).isSubset(of: isTakenOver) }

  /// The same of entries whose counts have been corrected by what was read of each page.
  func of(_ corrected: PagedEntries) -> PageCensus {
    var census = self
    census.entries = corrected
    return census
  }

  /// Takes the next page.
  mutating func add(_ page: [CatalogEntry], isMarked: @escaping (PhotoID) -> Bool) {
    let facts = page.map { PhotoFacts(listed: $0.photo) }
    if !isTakenOver.contains(.values) {
      values? += zip(page, facts).map { wish.order.number(of: $0.photo, knowing: $1) }
    }
    if !isTakenOver.contains(.names) { names? += page.map(\.photo.name) }
    if !isTakenOver.contains(.days) {
      days? += zip(page, facts).map { $0.photo.day(knowing: $1) }
    }
    let isAsked = [(shown, Parts.shown), (found, .found)].contains {
      $0.0 != nil && !isTakenOver.contains($0.1)
    }
    guard isAsked else { return }
    let subjects = FilterSubjects(
      page, names: FoldedNames(page.map(\.photo.name)),
      facts: FactsTable(zip(page.map(\.id), facts)), isMarked: isMarked)
    if !isTakenOver.contains(.shown) { shown?.append(wish.filter.result(on: subjects)) }
    if !isTakenOver.contains(.found) { found?.append(wish.search.result(on: subjects)) }
  }
}

/// What follows from it.
extension PageCensus {
  /// The listing arranged, as an arranger wants it; that takes seconds for ten million entries.
  func arranged(for arranger: Arranger) -> Arranged {
    let (wish, listing) = (arranger.wish, arranger.listing)
    let ordered = positions(in: wish)
    let table = groups(for: wish)
    let positions = PhotoPositions(table?.grouped(ordered) ?? ordered)
    return Arranged(
      listing: listing, wish: wish, factsVersion: arranger.knowledge.factsVersion,
      marksVersion: arranger.knowledge.marksVersion, positions: positions, groups: table,
      shown: shown, found: found,
      foundFolders: wish.search.isEmpty
        ? [] : Set(wish.search.folders(in: listing.folders).map(\.id)),
      arrangement: Arrangement(
        of: listing, inOrder: positions, showing: shown?.mask,
        folders: wish.filter.folders(in: listing.folders), inGroups: table))
  }

  /// Where the entries stand, in their order; nil where that is the one of the listing.
  private func positions(in wish: ArrangementWish) -> [Int32]? {
    let (count, isReversed) = (Int32(entries.count), wish.order.isReversed)
    guard !wish.order.isOfPages(of: entries) else {
      return wish.isBackward(in: entries) ? (0..<count).reversed() : nil
    }
    if let names {
      let keys = NameKeys(names)
      return (0..<count).sorted { first, second in
        let (left, right) = (names[Int(first)], names[Int(second)])
        guard left != right else { return first < second }
        let isBefore = keys?.areInOrder(Int(first), Int(second))
        return (isBefore ?? NaturalOrder.areInOrder(left, right)) != isReversed
      }
    }
    guard let values else { return nil }
    var (known, unknown) = ([Int32](), [Int32]())
    for place in 0..<count {
      if values[Int(place)] == nil { unknown.append(place) } else { known.append(place) }
    }
    known.sort { first, second in
      let (left, right) = (values[Int(first)] ?? 0, values[Int(second)] ?? 0)
      if left == right { return first < second }
      return isReversed ? right < left : left < right
    }
    return known + unknown
  }

  private func groups(for wish: ArrangementWish) -> GroupTable? {
    guard wish.grouping != .none, let days else { return nil }
    return GroupTable(days: days, by: wish.grouping, isReversed: wish.areGroupsReversed)
  }
}

extension ArrangementWish {
  /// Whether a census can find out what it asks for: not what photos look like.
  var isMetByCensus: Bool {
    guard !foldsBursts else { return false }
    return switch grouping {
    case .none, .day, .month, .year, .auto: true
    case .folder, .rating, .likeness, .burst: false
    }
  }

  fileprivate func parts(of entries: PagedEntries) -> PageCensus.Parts {
    var parts: PageCensus.Parts = []
    if !order.isOfPages(of: entries) {
      parts.insert(order.key == .name || order.key == .folder ? .names : .values)
    }
    if grouping != .none { parts.insert(.days) }
    if !filter.isEmpty { parts.insert(.shown) }
    if !search.isEmpty { parts.insert(.found) }
    return parts
  }
}

extension PhotoOrder {
  /// Whether entries stand in it, or in the opposite one, as their pages follow one another.
  func isOfPages(of entries: PagedEntries) -> Bool {
    key == .given || key == .taken && entries.order == .latestTaken
  }

  /// The same whichever end comes first: what entries are ordered by.
  fileprivate var ofValues: PhotoOrder { PhotoOrder(key, seed: seed) }

  /// What a photo is ordered by, as a number; nil where nobody knows.
  fileprivate func number(of photo: Photo, knowing facts: PhotoFacts) -> Int64? {
    switch key {
    case .taken: facts.taken?.wallMilliseconds
    case .modified: facts.modified.map { Int64($0.seconds) }
    case .size: facts.byteCount.map(Int64.init)
    case .pixels: facts.size.map { Int64($0.area) }
    case .shape: facts.size.map { Int64(Double($0.width) / Double($0.height) * 1e6) }
    case .rating: Int64(facts.rating ?? 0)
    case .kind: photo.namedFormat.map { Int64($0.place) }
    case .random: Int64(bitPattern: photo.lot(seed: seed) >> 1)
    case .given, .name, .folder: nil
    }
  }
}

extension PictureFormat {
  /// Where it stands among all kinds in the order of their names.
  fileprivate var place: Int { Self.places[self] ?? 0 }

  private static let places = Dictionary(
    uniqueKeysWithValues: zip(allCases.sorted { $0.rawValue < $1.rawValue }, 0...))
}
