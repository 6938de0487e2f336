internal import Base
internal import Synchronization

/// Entries of a catalog too large for memory: the count is known, pages are read on demand.
///
/// ```swift
/// let entries = PagedEntries(pages, from: server)   // ten million of them
/// entries[7_000_000]                                // nil: its page has not been read
/// _ = try await entries.load(page: entries.page(of: 7_000_000))
/// entries[7_000_000]?.photo
/// ```
/// An entry has a rank, counted from 0 in catalog order, and an id from which the rank can be
/// computed, whether its page has been read or not. Pages stay in memory by recent use. If a page
/// changes, an entry in memory keeps its id wherever its photo is then. Callable from any thread.
package final class PagedEntries: Sendable {
  /// Entries kept in memory in addition to those of wanted pages.
  private static let heldCount = 16_384
  /// Maximum sum of the page counts before pages are read: ranks are 32 bits wide.
  private static let mostClaimed = 1 << 30

  package let pages: [EntryPage]
  package let order: ListedOrder
  /// The first rank of each page, and finally the total count.
  private let starts: [Int]
  private let ids: [IDBlock]
  /// Page indices by ascending ids.
  private let byID: [Int]
  /// Positions of entries whose ids come from another page.
  private let moved: [PhotoID: (page: Int, place: Int)]
  private let source: any EntryPaging
  private let shelf: Mutex<Shelf>
  private let line: PagedLineage

  private var numbers: [ByteString: Int] {
    Dictionary(zip(pages.map(\.key), 0...), uniquingKeysWith: { first, _ in first })
  }

  private struct Shelf {
    var pages: [Int: [CatalogEntry]] = [:]
    /// Pages in memory, the most recently wanted last.
    var use: [Int] = []
    var wanted: Set<Int> = []
    /// Entries that stay in memory even if their pages are evicted.
    var kept: [PhotoID: CatalogEntry] = [:]
    /// Ids for `kept`, including those whose pages have not been read.
    var keptIDs: Set<PhotoID> = []
  }

  /// Entries of pages that are all unread.
  ///
  /// Entries of `previous` keep their ids if their page is unchanged, or if only its count is
  /// known.
  package convenience init(
    _ pages: [EntryPage], order: ListedOrder = .own, from source: any EntryPaging,
    after previous: PagedEntries? = nil
  ) {
    let (pages, previous) = (Self.bounded(pages), previous?.latest)
    self.init(
      pages, order: order, from: source, by: Self.ids(of: pages, after: previous), over: previous)
    line.take(self)
  }

  /// The entries for a new list of pages; known entries keep their ids even on other pages.
  ///
  /// Reads changed pages to find these entries. `known` defaults to the entries in memory. With
  /// `tellsAll`, a page with the same key and count has the same photos and is not read.
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

  /// Limits the sum of the counts: if it is too large, each large page is cut to an equal share.
  ///
  /// Never to zero, since a page is only read, and its count corrected, if it has a rank.
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

  /// The newest version, which differs if a page turned out to have changed.
  private var latest: PagedEntries { line.entries ?? self }

  package var count: Int { starts[pages.count] }

  /// A notice that applies to all entries and is not a failure.
  package func notice(saying words: String) -> CatalogNotice {
    CatalogNotice(source: source.name, problem: words, isFailure: false)
  }

  package func notice(of error: CatalogError) -> CatalogNotice { source.notice(of: error) }

  /// The entry at a rank, which must exist; nil if its page is not in memory.
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

  /// The rank must exist.
  package func id(at rank: Int) -> PhotoID {
    let page = page(of: rank)
    return ids[page][rank - starts[page]]
  }

  /// Nil if the entry is not in this version.
  package func rank(of id: PhotoID) -> Int? {
    if let (page, place) = moved[id] { return starts[page] + place }
    let place = byID.partition { ids[$0].first > id.number }
    guard place > 0 else { return nil }
    let page = byID[place - 1]
    let offset = id.number - ids[page].first
    guard offset < pages[page].count, ids[page].earlier[Int(offset)] == nil else { return nil }
    return starts[page] + Int(offset)
  }

  /// The index of the page of a rank, which must exist.
  package func page(of rank: Int) -> Int { starts.partition { $0 > rank } - 1 }

  package func ranks(of page: Int) -> Range<Int> { starts[page]..<starts[page + 1] }
}

extension PagedEntries {
  package enum Reading: Sendable {
    case held
    /// Its photos have changed: a new version of the entries with these.
    case changed(PagedEntries)
  }

  /// The pages that are not in memory, in the given order.
  package func missing(among pages: [Int]) -> [Int] {
    shelf.withLock { shelf in pages.filter { shelf.pages[$0] == nil } }
  }

  /// Pins these pages once they have been read, and evicts others above the limit.
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

  /// Pins exactly these entries, even if their pages are evicted.
  ///
  /// Returns the pages to read for them, possibly with duplicates.
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

  /// Reads a page into memory; an error leaves the entries unchanged.
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

  /// The entries of a page, without caching them, and the version they belong to.
  ///
  /// That is `self` if the page is unchanged, otherwise a successor with the real count.
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

  private var known: [CatalogEntry] {
    shelf.withLock { shelf in
      let held = shelf.use.flatMap { shelf.pages[$0] ?? [] }
      guard !shelf.kept.isEmpty else { return held }
      let ids = Set(held.lazy.map(\.id))
      return held + shelf.kept.values.filter { !ids.contains($0.id) }
    }
  }

  private var knownPages: Set<Int> {
    shelf.withLock { shelf in
      Set(shelf.pages.keys).union(shelf.kept.keys.compactMap { rank(of: $0).map(page) })
    }
  }

  private func known(on page: Int) -> [CatalogEntry] {
    shelf.withLock { shelf in
      if let held = shelf.pages[page] { return held }
      guard !shelf.kept.isEmpty else { return [] }
      return (0..<pages[page].count).compactMap { shelf.kept[ids[page][$0]] }
    }
  }

  /// Whether each known entry is still at its place in `photos`.
  private func isKnown(_ photos: [Photo], on page: Int, by known: [CatalogEntry]) -> Bool {
    known.allSatisfy { entry in
      guard let rank = rank(of: entry.id) else { return false }
      let place = rank - starts[page]
      return photos.indices.contains(place)
        && PhotoIdentity(photos[place]) == PhotoIdentity(entry.photo)
    }
  }

  /// Matches known entries with their photos; keeps the pages it reads for that in memory.
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
      // A photo on two pages keeps its id on only one of them.
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

  /// Takes over the cached pages that are unchanged, and the pins.
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
  /// Binary search: the index of the first element that satisfies a monotonic predicate, or
  /// `count`.
  fileprivate func partition(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
