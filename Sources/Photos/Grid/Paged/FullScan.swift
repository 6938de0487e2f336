import Base
import Catalogs

/// Results of a full scan over paged entries: sort keys, groups, filter and search results. Each
/// column takes at most 160 MB for ten million entries, where the entries would take gigabytes.
/// Columns of an earlier scan are reused.
struct FullScan: Sendable {
  private(set) var entries: PagedEntries
  private let options: ViewOptions
  private let marksVersion: Int
  private var values: Column<[Int64?]>?
  private var names: Column<[ByteString]>?
  private var days: Column<[Day?]>?
  private var shown: Column<FilterResult>?
  private var found: Column<FilterResult>?

  private struct Column<Content: Sendable>: Sendable {
    var content: Content
    /// Whether it was complete before this scan.
    let isReused: Bool

    init(_ known: Content?, else empty: Content) {
      (content, isReused) = (known ?? empty, known != nil)
    }

    init?(of filter: Filter, after last: Column<FilterResult>?) where Content == FilterResult {
      guard !filter.isEmpty else { return nil }
      // Marks change independently of entries.
      let isValid = last?.content.filter == filter && !filter.asks(for: [.marked])
      let nothing = FilterResult(filter: filter, mask: [], count: 0, notes: [])
      self.init(isValid ? last?.content : nil, else: nothing)
    }
  }

  init(
    of entries: PagedEntries, for options: ViewOptions, marksVersion: Int, after previous: FullScan?
  ) {
    (self.entries, self.options, self.marksVersion) = (entries, options, marksVersion)
    let known = previous.flatMap { $0.entries === entries ? $0 : nil }
    if options.needsValues(of: entries) {
      let hasValues = known?.options.order.ofValues == options.order.ofValues
      values = Column(hasValues ? known?.values?.content : nil, else: [])
    }
    if options.needsNames(of: entries) { names = Column(known?.names?.content, else: []) }
    if options.grouping != .none { days = Column(known?.days?.content, else: []) }
    shown = Column(of: options.filter, after: known?.shown)
    found = Column(of: options.search, after: known?.found)
  }

  func answers(_ other: ViewOptions, of entries: PagedEntries, marksVersion: Int) -> Bool {
    let hasValues = values != nil && other.order.ofValues == options.order.ofValues
    return entries === self.entries && (marksVersion == self.marksVersion || !other.asksForMarks)
      && (hasValues || !other.needsValues(of: entries))
      && (names != nil || !other.needsNames(of: entries))
      && (days != nil || other.grouping == .none)
      && other.filter == options.filter && other.search == options.search
  }

  var isComplete: Bool {
    [values?.isReused, names?.isReused, days?.isReused, shown?.isReused, found?.isReused]
      .allSatisfy { $0 ?? true }
  }

  func of(_ corrected: PagedEntries) -> FullScan {
    var scan = self
    scan.entries = corrected
    return scan
  }

  mutating func add(_ page: [CatalogEntry], isMarked: @escaping (PhotoID) -> Bool) {
    let facts = page.map { PhotoFacts(listed: $0.photo) }
    if values?.isReused == false {
      values?.content += zip(page, facts).map { options.order.value(of: $0.photo, knowing: $1) }
    }
    if names?.isReused == false { names?.content += page.map(\.photo.name) }
    if days?.isReused == false {
      days?.content += zip(page, facts).map { $0.photo.day(knowing: $1) }
    }
    guard [shown, found].contains(where: { $0?.isReused == false }) else { return }
    let subjects = FilterSubjects(
      page, facts: FactsTable(zip(page.map(\.id), facts)), isMarked: isMarked)
    if shown?.isReused == false { shown?.content.append(options.filter.result(on: subjects)) }
    if found?.isReused == false { found?.content.append(options.search.result(on: subjects)) }
  }
}

extension FullScan {
  /// Takes seconds for ten million entries.
  func arranged(for arranger: Arranger) -> Arranged {
    let options = arranger.options
    let ordered = positions(in: options)
    let days = options.grouping == .none ? nil : days?.content
    let table = days.map {
      GroupTable(days: $0, by: options.grouping, isReversed: options.areGroupsReversed)
    }
    return arranger.arranged(
      PhotoPositions(table?.grouped(ordered) ?? ordered), table, shown?.content, found?.content,
      mask: shown?.content.mask)
  }

  private func positions(in options: ViewOptions) -> [Int32]? {
    let (count, isReversed) = (Int32(entries.count), options.order.isReversed)
    guard !options.order.isOfPages(of: entries) else {
      return options.isBackward(in: entries) ? (0..<count).reversed() : nil
    }
    if let names = names?.content {
      let keys = NameKeys(names)
      return (0..<count).sorted { first, second in
        let (left, right) = (names[Int(first)], names[Int(second)])
        guard left != right else { return first < second }
        let isBefore = keys.areInOrder(Int(first), Int(second))
        return (isBefore ?? NaturalOrder.areInOrder(left, right)) != isReversed
      }
    }
    return values.map { options.order.positions(by: $0.content) }
  }
}

extension ViewOptions {
  fileprivate func needsNames(of entries: PagedEntries) -> Bool {
    !order.isOfPages(of: entries) && [.name, .folder].contains(order.key)
  }

  fileprivate func needsValues(of entries: PagedEntries) -> Bool {
    !order.isOfPages(of: entries) && !needsNames(of: entries)
  }
}

extension PhotoOrder {
  fileprivate var ofValues: PhotoOrder { PhotoOrder(key, seed: seed) }
}
