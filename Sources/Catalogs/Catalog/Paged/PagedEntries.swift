internal import Synchronization
internal import Values

/// The entries of a catalog that are too many to hold: how many there are is known, and any of them is read with
/// its page when somebody wants to see it.
///
/// ```swift
/// let entries = PagedEntries(pages, from: server)   // ten million of them
/// entries[7_000_000]                                // nil: its page has not been read
/// _ = try await entries.load(page: entries.page(of: 7_000_000))
/// entries[7_000_000]?.photo
/// ```
/// An entry stands at a rank, counted from 0 in the order of the catalog, and has an id of which the rank follows, be
/// its page read or not. Pages that have been read are held as long as they are among those that were wanted last.
/// A page may have become another: an entry that is known, since it is held, keeps its id wherever its photo stands by
/// then. Callable from any thread.
package final class PagedEntries: Sendable {
  /// So many entries are held beside those of the pages that are wanted.
  private static let heldCount = 16_384
  /// The most entries that pages may claim to have before they are read: ranks are 32 bits wide.
  private static let mostClaimed = 1 << 30

  /// The pages, in the order of the catalog.
  package let pages: [EntryPage]
  /// In which order they are.
  package let order: ListedOrder
  /// Where each page begins, and behind them how many entries there are.
  private let starts: [Int]
  /// The ids of each page.
  private let ids: [IDBlock]
  /// The numbers of the pages, in the order of their ids.
  private let byID: [Int]
  /// Where entries stand that have ids of another page.
  private let moved: [PhotoID: (page: Int, place: Int)]
  private let source: any EntryPaging
  private let shelf: Mutex<Shelf>
  private let line: PagedLineage

  /// The numbers of the pages by their keys.
  private var numbers: [ByteString: Int] {
    Dictionary(zip(pages.map(\.key), 0...), uniquingKeysWith: { first, _ in first })
  }

  /// What is held.
  private struct Shelf {
    var pages: [Int: [CatalogEntry]] = [:]
    /// The pages that are held, the one that was wanted last at the end.
    var use: [Int] = []
    /// The pages of which none goes.
    var wanted: Set<Int> = []
    /// Entries that stay whatever becomes of their pages.
    var kept: [PhotoID: CatalogEntry] = [:]
    /// Which those are.
    var keptIDs: Set<PhotoID> = []
  }

  /// Takes pages of which nothing has been read.
  /// - Parameters:
  ///   - pages: The pages, in the order of the catalog.
  ///   - order: In which order they are.
  ///   - source: Reads them.
  ///   - previous: What was known of the same catalog: entries of pages that are still there as they were keep their
  ///     ids, and so do those of pages of which nothing is known but how many there are.
  package convenience init(
    _ pages: [EntryPage], order: ListedOrder = .own, from source: any EntryPaging,
    after previous: PagedEntries? = nil
  ) {
    let (pages, previous) = (Self.bounded(pages), previous?.latest)
    self.init(
      pages, order: order, from: source, by: Self.ids(of: pages, after: previous), over: previous)
    line.take(self)
  }

  /// What entries are by now: those that are known keep their ids, whatever pages their photos stand on.
  ///
  /// Pages with such photos are read where they are not as they were.
  /// - Parameters:
  ///   - previous: The entries.
  ///   - known: Those that are known; nil for those that are held.
  ///   - pages: The pages by now.
  ///   - tellsAll: Whether a page that has the same key and count as before has the same photos; else it is read.
  ///   - source: Reads them.
  /// - Returns: The entries by now.
  /// - Throws: Why a page cannot be had.
  package static func renewing(
    _ previous: PagedEntries, knowing known: [CatalogEntry]? = nil, by pages: [EntryPage],
    tellingAll tellsAll: Bool, from source: any EntryPaging
  ) async throws(CatalogError) -> PagedEntries {
    let (pages, previous) = (bounded(pages), previous.latest)
    let entries = PagedEntries(
      pages, order: previous.order, from: source,
      by: ids(of: pages, after: previous, tellingAll: tellsAll), over: previous)
    let renewed = try await entries.recognising(known ?? previous.known, of: previous)
    previous.line.take(renewed)
    return renewed
  }

  private init(
    _ pages: [EntryPage], order: ListedOrder, from source: any EntryPaging, by ids: [IDBlock],
    over previous: PagedEntries?
  ) {
    self.pages = pages
    self.order = order
    self.source = source
    self.ids = ids
    starts = pages.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    byID = pages.indices.sorted { ids[$0].first < ids[$1].first }
    moved = pages.indices.reduce(into: [:]) { moved, page in
      for (place, id) in ids[page].earlier where place < pages[page].count {
        moved[id] = (page, place)
      }
    }
    shelf = Mutex(Shelf())
    line = previous?.line ?? PagedLineage()
    if let previous { take(over: previous) }
  }

  /// Pages whose counts do not add up to more than there can be: where they do, each large one is cut to an equal
  /// share, and none to zero, since a page is only read, and its count corrected, where it has a rank.
  private static func bounded(_ pages: [EntryPage]) -> [EntryPage] {
    guard pages.reduce(0, { $0 + $1.count }) > mostClaimed else { return pages }
    let share = max(1, mostClaimed / pages.count)
    return pages.map { EntryPage(key: $0.key, count: min($0.count, share), month: $0.month) }
  }

  private static func ids(
    of pages: [EntryPage], after previous: PagedEntries?, tellingAll tellsAll: Bool = true
  ) -> [IDBlock] {
    guard let previous else { return pages.map { IDBlock(for: $0.count) } }
    let numbers = previous.numbers
    let known = previous.knownPages
    var used: Set<UInt64> = []
    return pages.map { page in
      guard let number = numbers[page.key],
        tellsAll && previous.pages[number] == page || !known.contains(number)
      else { return IDBlock(for: page.count) }
      let block = previous.ids[number]
      let isFree = block.count >= page.count && used.insert(block.first).inserted
      return isFree ? block : IDBlock(for: page.count)
    }
  }

  /// What these entries have become, where a page turned out to be another.
  private var latest: PagedEntries { line.entries ?? self }

  /// How many entries there are.
  package var count: Int { starts[pages.count] }

  /// Something to be said of all entries, of which none is missing.
  package func notice(saying words: String) -> CatalogNotice {
    CatalogNotice(source: source.name, problem: words, isFailure: false)
  }

  /// What to say where a page cannot be had.
  package func notice(of error: CatalogError) -> CatalogNotice { source.notice(of: error) }

  /// An entry by its rank, which must exist; nil where its page is not held.
  package subscript(rank: Int) -> CatalogEntry? {
    let page = page(of: rank)
    return shelf.withLock { shelf in
      if let held = shelf.pages[page] {
        let place = rank - starts[page]
        return place < held.count ? held[place] : nil
      }
      return shelf.kept.isEmpty ? nil : shelf.kept[id(at: rank)]
    }
  }

  /// The id of the entry at a rank, which must exist.
  package func id(at rank: Int) -> PhotoID {
    let page = page(of: rank)
    return ids[page][rank - starts[page]]
  }

  /// The rank of an entry; nil where it is none of these.
  package func rank(of id: PhotoID) -> Int? {
    if let (page, place) = moved[id] { return starts[page] + place }
    let place = byID.partition { ids[$0].first > id.number }
    guard place > 0 else { return nil }
    let page = byID[place - 1]
    let offset = id.number - ids[page].first
    guard offset < pages[page].count, ids[page].earlier[Int(offset)] == nil else { return nil }
    return starts[page] + Int(offset)
  }

  /// The number of the page on which a rank stands, which must exist.
  package func page(of rank: Int) -> Int { starts.partition { $0 > rank } - 1 }

  /// The ranks of a page.
  package func ranks(of page: Int) -> Range<Int> { starts[page]..<starts[page + 1] }
}

/// What is read, and what is held of it.
extension PagedEntries {
  /// What came of reading a page.
  package enum Reading: Sendable {
    /// It is held.
    case held
    /// It has other photos by now: these are the entries of the same catalog with those.
    case changed(PagedEntries)
  }

  /// Those of some pages that are not held, in their order.
  package func missing(among pages: [Int]) -> [Int] {
    shelf.withLock { shelf in pages.filter { shelf.pages[$0] == nil } }
  }

  /// Holds these pages as soon as they have been read, and lets others go where they are too many.
  package func want(_ pages: [Int]) {
    shelf.withLock { shelf in
      shelf.wanted = Set(pages)
      let (others, wanted) = (
        shelf.use.filter { !shelf.wanted.contains($0) }, shelf.use.filter(shelf.wanted.contains)
      )
      shelf.use = others + wanted
      evict(&shelf)
    }
  }

  /// Holds these entries and no others whatever becomes of their pages, once they have been read.
  /// - Returns: The pages on which those are that have not been read; one may come several times.
  @discardableResult
  package func keep(exactly ids: Set<PhotoID>) -> [Int] {
    shelf.withLock { shelf in
      if shelf.keptIDs != ids {
        shelf.keptIDs = ids
        shelf.kept = shelf.kept.filter { ids.contains($0.key) }
        for entry in shelf.pages.values.joined() where ids.contains(entry.id) {
          shelf.kept[entry.id] = entry
        }
      }
      guard shelf.kept.count < ids.count else { return [] }
      return ids.filter { shelf.kept[$0] == nil }.compactMap { rank(of: $0).map(page) }
    }
  }

  /// Reads a page, and holds it.
  /// - Throws: Why it cannot be had; what is held is as it was.
  package func load(page: Int) async throws(CatalogError) -> Reading {
    let photos = try await source.photos(on: pages[page])
    let known = known(on: page)
    guard photos.count == pages[page].count, isKnown(photos, on: page, by: known) else {
      let successor = successor(with: [page: photos], knowing: known)
      line.take(successor, after: self)
      return .changed(successor)
    }
    shelf.withLock { hold(ids[page].entries(of: photos), as: page, in: &$0) }
    return .held
  }

  /// The entries of a page, read where they are not held, and all entries as they are then: these where the page has
  /// as many photos as its count says, else others of the same catalog with its real count.
  /// - Throws: Why the page cannot be had.
  package func read(
    page: Int
  ) async throws(CatalogError) -> (entries: [CatalogEntry], all: PagedEntries) {
    if let held = shelf.withLock({ $0.pages[page] }) { return (held, self) }
    let photos = try await source.photos(on: pages[page])
    let known = known(on: page)
    guard photos.count == pages[page].count, isKnown(photos, on: page, by: known) else {
      let successor = successor(with: [page: photos], knowing: known)
      line.take(successor, after: self)
      return (successor.ids[page].entries(of: photos), successor)
    }
    return (ids[page].entries(of: photos), self)
  }

  /// The entries that are held.
  private var known: [CatalogEntry] {
    shelf.withLock { shelf in
      let held = shelf.use.flatMap { shelf.pages[$0] ?? [] }
      guard !shelf.kept.isEmpty else { return held }
      let ids = Set(held.lazy.map(\.id))
      return held + shelf.kept.values.filter { !ids.contains($0.id) }
    }
  }

  /// The pages that these are on.
  private var knownPages: Set<Int> {
    shelf.withLock { shelf in
      Set(shelf.pages.keys).union(shelf.kept.keys.compactMap { rank(of: $0).map(page) })
    }
  }

  /// Those of them that are on a page.
  private func known(on page: Int) -> [CatalogEntry] {
    shelf.withLock { shelf in
      if let held = shelf.pages[page] { return held }
      guard !shelf.kept.isEmpty else { return [] }
      return (0..<pages[page].count).compactMap { shelf.kept[ids[page][$0]] }
    }
  }

  /// Whether the photos of a page stand where entries are that are known.
  private func isKnown(_ photos: [Photo], on page: Int, by known: [CatalogEntry]) -> Bool {
    known.allSatisfy { entry in
      guard let rank = rank(of: entry.id) else { return false }
      let place = rank - starts[page]
      return photos.indices.contains(place)
        && PhotoIdentity(photos[place]) == PhotoIdentity(entry.photo)
    }
  }

  /// These entries, of which those keep their ids that are known from before; the pages that are read for that are held.
  private func recognising(
    _ known: [CatalogEntry], of previous: PagedEntries
  ) async throws(CatalogError) -> PagedEntries {
    let numbers = numbers
    var read: [Int: [Photo]] = [:]
    var found: Set<PhotoIdentity> = []
    for entry in known
    where rank(of: entry.id) == nil && !found.contains(PhotoIdentity(entry.photo)) {
      let key = previous.rank(of: entry.id).map { previous.pages[previous.page(of: $0)].key }
      var page = key.flatMap { numbers[$0] }
      if page == nil { page = await source.page(of: entry.photo, among: pages) }
      guard let page, read[page] == nil else { continue }
      let photos = try await source.photos(on: pages[page])
      read[page] = photos
      found.formUnion(photos.lazy.map(PhotoIdentity.init))
    }
    return read.isEmpty ? self : successor(with: read, knowing: known)
  }

  /// The same catalog where pages have other photos.
  private func successor(
    with read: [Int: [Photo]], knowing known: [CatalogEntry]
  ) -> PagedEntries {
    var known = known.filter { entry in
      rank(of: entry.id).map { read[page(of: $0)] != nil } ?? true
    }
    var (pages, ids) = (pages, ids)
    for (page, photos) in read {
      pages[page] = EntryPage(key: pages[page].key, count: photos.count, month: pages[page].month)
      guard !known.isEmpty || ids[page].count < photos.count else { continue }
      let block = IDBlock(for: photos, knowing: known)
      ids[page] = block
      // What two pages have is known on one of them.
      let found = Set(block.earlier.values)
      known.removeAll { found.contains($0.id) }
    }
    let successor = PagedEntries(pages, order: order, from: source, by: ids, over: self)
    successor.shelf.withLock { shelf in
      for (page, photos) in read {
        successor.hold(ids[page].entries(of: photos), as: page, in: &shelf)
      }
    }
    return successor
  }

  /// Holds the pages of another listing that are the same here.
  private func take(over previous: PagedEntries) {
    let numbers = numbers
    let old = previous.shelf.withLock { $0 }
    shelf.withLock { shelf in
      (shelf.kept, shelf.keptIDs) = (old.kept, old.keptIDs)
      for page in old.use {
        guard let entries = old.pages[page], let number = numbers[previous.pages[page].key],
          pages[number] == previous.pages[page], ids[number] == previous.ids[page]
        else { continue }
        if old.wanted.contains(page) { shelf.wanted.insert(number) }
        hold(entries, as: number, in: &shelf)
      }
    }
  }

  private func hold(_ entries: [CatalogEntry], as page: Int, in shelf: inout Shelf) {
    shelf.pages[page] = entries
    shelf.use.removeAll { $0 == page }
    shelf.use.append(page)
    if !shelf.keptIDs.isEmpty {
      for entry in entries where shelf.keptIDs.contains(entry.id) { shelf.kept[entry.id] = entry }
    }
    evict(&shelf)
  }

  private func evict(_ shelf: inout Shelf) {
    var count = shelf.pages.values.reduce(0) { $0 + $1.count }
    for page in shelf.use where count > Self.heldCount && !shelf.wanted.contains(page) {
      count -= shelf.pages.removeValue(forKey: page)?.count ?? 0
      shelf.use.removeAll { $0 == page }
    }
  }
}

extension Array {
  /// Where the first element stands of which something holds, in elements of which it holds of none and then
  /// of all.
  fileprivate func partition(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
