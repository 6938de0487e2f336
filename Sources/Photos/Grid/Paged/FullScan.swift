import Base
import Catalogs
import Imaging

/// Results of a full scan over paged entries: sort keys, groups, filter and search results.
///
/// Each column takes at most 80 MB for ten million entries, where the entries would take gigabytes.
/// Columns of an earlier scan are reused.
struct FullScan: Sendable {
  private(set) var entries: PagedEntries
  private let options: ViewOptions
  private var values: [Int64?]?
  private var names: [ByteString]?
  private var days: [Day?]?
  private var shown: FilterResult?
  private var found: FilterResult?
  private var isTakenOver: Parts
  private let marksVersion: Int

  fileprivate struct Parts: OptionSet {
    let rawValue: Int
    static let values = Parts(rawValue: 1)
    static let names = Parts(rawValue: 2)
    static let days = Parts(rawValue: 4)
    static let shown = Parts(rawValue: 8)
    static let found = Parts(rawValue: 16)
  }

  /// Reuses the columns of the last scan in `knowledge`.
  init(of entries: PagedEntries, for options: ViewOptions, knowing knowledge: ArrangementKnowledge)
  {
    let previous = knowledge.scan
    marksVersion = knowledge.marksVersion
    self.entries = entries
    self.options = options
    isTakenOver = []
    let known = previous.flatMap { $0.entries === entries ? $0 : nil }
    let asked = options.parts(of: entries)
    let hasValues = known?.options.order.ofValues == options.order.ofValues
    if asked.contains(.values) { values = take(over: hasValues ? known?.values : nil, .values) }
    if asked.contains(.names) { names = take(over: known?.names, .names) }
    if asked.contains(.days) { days = take(over: known?.days, .days) }
    shown = take(over: known?.shown, options.filter, .shown)
    found = take(over: known?.found, options.search, .found)
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
    // Marks change independently of entries.
    if let result, result.filter == filter, !filter.asks(for: [.marked]) {
      isTakenOver.insert(part)
      return result
    }
    return FilterResult(nothingOf: filter)
  }

  func answers(
    _ other: ViewOptions, of entries: PagedEntries, marksVersion: Int
  ) -> Bool {
    entries === self.entries
      && (marksVersion == self.marksVersion || !other.asksForMarks)
      && (other.order.ofValues == options.order.ofValues
        || !other.parts(of: entries).contains(.values))
      && other.parts(of: entries).isSubset(of: options.parts(of: entries))
      && other.filter == options.filter && other.search == options.search
  }

  var isComplete: Bool { options.parts(of: entries).isSubset(of: isTakenOver) }

  func of(_ corrected: PagedEntries) -> FullScan {
    var scan = self
    scan.entries = corrected
    return scan
  }

  mutating func add(_ page: [CatalogEntry], isMarked: @escaping (PhotoID) -> Bool) {
    let facts = page.map { PhotoFacts(listed: $0.photo) }
    if !isTakenOver.contains(.values) {
      values? += zip(page, facts).map { options.order.number(of: $0.photo, knowing: $1) }
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
    if !isTakenOver.contains(.shown) { shown?.append(options.filter.result(on: subjects)) }
    if !isTakenOver.contains(.found) { found?.append(options.search.result(on: subjects)) }
  }
}

extension FullScan {
  /// Takes seconds for ten million entries.
  func arranged(for arranger: Arranger) -> Arranged {
    let (options, listing) = (arranger.options, arranger.listing)
    let ordered = positions(in: options)
    let table = groups(for: options)
    let positions = PhotoPositions(table?.grouped(ordered) ?? ordered)
    return Arranged(
      listing: listing, options: options, factsVersion: arranger.knowledge.factsVersion,
      marksVersion: arranger.knowledge.marksVersion, positions: positions, groups: table,
      shown: shown, found: found,
      foundFolders: options.search.isEmpty
        ? [] : Set(options.search.folders(in: listing.folders).map(\.id)),
      arrangement: Arrangement(
        of: listing, inOrder: positions, showing: shown?.mask,
        folders: options.filter.folders(in: listing.folders), inGroups: table))
  }

  private func positions(in options: ViewOptions) -> [Int32]? {
    let (count, isReversed) = (Int32(entries.count), options.order.isReversed)
    guard !options.order.isOfPages(of: entries) else {
      return options.isBackward(in: entries) ? (0..<count).reversed() : nil
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

  private func groups(for options: ViewOptions) -> GroupTable? {
    guard options.grouping != .none, let days else { return nil }
    return GroupTable(days: days, by: options.grouping, isReversed: options.areGroupsReversed)
  }
}

extension ViewOptions {
  /// Whether a full scan can satisfy the options: not those that need perceptual hashes.
  var isMetByFullScan: Bool {
    guard !foldsBursts else { return false }
    return switch grouping {
    case .none, .day, .month, .year, .auto: true
    case .folder, .rating, .likeness, .burst: false
    }
  }

  fileprivate func parts(of entries: PagedEntries) -> FullScan.Parts {
    var parts: FullScan.Parts = []
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
  /// Whether it is the order of pages, forward or backward.
  func isOfPages(of entries: PagedEntries) -> Bool {
    key == .given || key == .taken && entries.order == .latestTaken
  }

  fileprivate var ofValues: PhotoOrder { PhotoOrder(key, seed: seed) }

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
  fileprivate var place: Int { Self.places[self] ?? 0 }

  private static let places = Dictionary(
    uniqueKeysWithValues: zip(allCases.sorted { $0.descriptor.name < $1.descriptor.name }, 0...))
}
