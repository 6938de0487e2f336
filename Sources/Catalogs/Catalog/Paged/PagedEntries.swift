import Base
import Synchronization

/// An entry has a rank, counted from 0 in catalog order, and an id from which the rank can be
/// computed, whether its page has been read or not: `entries[7_000_000]` is nil until its page was
/// loaded. Pages stay in memory by recent use. If a page changes, an entry in memory keeps its id
/// wherever its photo is then. Callable from any thread.
package final class PagedEntries: Sendable {
  private static let cachedCount = 16_384
  /// Maximum sum of the page counts before pages are read: ranks are 32 bits wide.
  private static let maxClaimed = 1 << 30

  package let pages: [EntryPage]
  package let order: ListedOrder
  /// The first rank of each page, and finally the total count.
  private let starts: [Int]
  private let ids: [IDRange]
  private let pagesByID: [Int]
  /// Positions of entries whose ids come from another page.
  private let moved: [PhotoID: (page: Int, place: Int)]
  private let source: any EntryPaging
  private let cache: Mutex<PageCache>
  private let lineage: Lineage

  private var numbers: [ByteString: Int] {
    Dictionary(zip(pages.map(\.key), 0...), uniquingKeysWith: { first, _ in first })
  }

  private struct PageCache {
    var pages: [Int: [CatalogEntry]] = [:]
    /// Pages in memory, the most recently wanted last.
    var use: [Int] = []
    var wanted: Set<Int> = []
    /// Entries that stay in memory even if their pages are evicted.
    var kept: [PhotoID: CatalogEntry] = [:]
    /// Ids for `kept`, including those whose pages have not been read.
    var keptIDs: Set<PhotoID> = []
  }

  /// Entries of `previous` keep ids if their page is unchanged or only its count is known.
  package convenience init(
    _ pages: [EntryPage], order: ListedOrder = .own, from source: any EntryPaging,
    after previous: PagedEntries? = nil
  ) {
    let (pages, previous) = (Self.bounded(pages), previous?.latest)
    self.init(
      pages, order: order, from: source, by: Self.ids(of: pages, after: previous), over: previous)
    lineage.take(self)
  }

  /// Known entries, by default those in memory, keep their ids even on other pages: reads changed
  /// pages to find them. With `countsSuffice`, a page with the same key and count has the same
  /// photos and is not read.
  package static func renewing(
    _ previous: PagedEntries, knowing known: [CatalogEntry]? = nil, by pages: [EntryPage],
    countsSuffice: Bool, from source: any EntryPaging
  ) async throws(CatalogError) -> PagedEntries {
    let (pages, previous) = (bounded(pages), previous.latest)
    let entries = PagedEntries(
      pages, order: previous.order, from: source,
      by: ids(of: pages, after: previous, countsSuffice: countsSuffice), over: previous)
    let renewed = try await entries.recognising(known ?? previous.known, of: previous)
    previous.lineage.take(renewed)
    return renewed
  }

  private init(
    _ pages: [EntryPage], order: ListedOrder, from source: any EntryPaging, by ids: [IDRange],
    over previous: PagedEntries?
  ) {
    (self.pages, self.order, self.source, self.ids) = (pages, order, source, ids)
    starts = pages.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    pagesByID = pages.indices.sorted { ids[$0].first < ids[$1].first }
    moved = pages.indices.reduce(into: [:]) { moved, page in
      for (place, id) in ids[page].earlier where place < pages[page].count {
        moved[id] = (page, place)
      }
    }
    cache = Mutex(PageCache())
    lineage = previous?.lineage ?? Lineage()
    if let previous { take(over: previous) }
  }

  /// If the sum is too large, each large page is cut to an equal share; never to zero, since a page
  /// is only read, and its count corrected, if it has a rank.
  private static func bounded(_ pages: [EntryPage]) -> [EntryPage] {
    guard pages.reduce(0, { $0 + $1.count }) > maxClaimed else { return pages }
    let share = max(1, maxClaimed / pages.count)
    return pages.map { EntryPage(key: $0.key, count: min($0.count, share), month: $0.month) }
  }

  private static func ids(
    of pages: [EntryPage], after previous: PagedEntries?, countsSuffice: Bool = true
  ) -> [IDRange] {
    guard let previous else { return pages.map { IDRange(for: $0.count) } }
    let numbers = previous.numbers
    let known = previous.knownPages
    var used: Set<UInt64> = []
    return pages.map { page in
      guard let number = numbers[page.key],
        countsSuffice && previous.pages[number] == page || !known.contains(number)
      else { return IDRange(for: page.count) }
      let block = previous.ids[number]
      let isFree = block.count >= page.count && used.insert(block.first).inserted
      return isFree ? block : IDRange(for: page.count)
    }
  }

  /// Differs if a page turned out to have changed.
  private var latest: PagedEntries { lineage.entries ?? self }

  package var count: Int { starts[pages.count] }

  package func notice(saying words: String) -> CatalogNotice {
    CatalogNotice(source: source.name, problem: words, isFailure: false)
  }

  package func notice(of error: CatalogError) -> CatalogNotice { source.notice(of: error) }

  /// The entry at a rank, which must exist; nil if its page is not in memory.
  package subscript(rank: Int) -> CatalogEntry? {
    let page = page(of: rank)
    return cache.withLock { cache in
      if let held = cache.pages[page] {
        let place = rank - starts[page]
        return place < held.count ? held[place] : nil
      }
      return cache.kept.isEmpty ? nil : cache.kept[id(at: rank)]
    }
  }

  package func id(at rank: Int) -> PhotoID {
    let page = page(of: rank)
    return ids[page][rank - starts[page]]
  }

  package func rank(of id: PhotoID) -> Int? {
    if let (page, place) = moved[id] { return starts[page] + place }
    let place = pagesByID.partitioningIndex { ids[$0].first > id.number }
    guard place > 0 else { return nil }
    let page = pagesByID[place - 1]
    let offset = id.number - ids[page].first
    guard offset < pages[page].count, ids[page].earlier[Int(offset)] == nil else { return nil }
    return starts[page] + Int(offset)
  }

  /// The index of the page of a rank, which must exist.
  package func page(of rank: Int) -> Int { starts.partitioningIndex { $0 > rank } - 1 }

  package func ranks(of page: Int) -> Range<Int> { starts[page]..<starts[page + 1] }
}

extension PagedEntries {
  package enum Reading: Sendable {
    case held
    /// Its photos have changed: a new version of the entries with these.
    case changed(PagedEntries)
  }

  package func missing(among pages: [Int]) -> [Int] {
    cache.withLock { cache in pages.filter { cache.pages[$0] == nil } }
  }

  /// Pins these pages once they have been read, and evicts others above the limit.
  package func want(_ pages: [Int]) {
    cache.withLock { cache in
      cache.wanted = Set(pages)
      let (others, wanted) = (
        cache.use.filter { !cache.wanted.contains($0) }, cache.use.filter(cache.wanted.contains)
      )
      cache.use = others + wanted
      evict(&cache)
    }
  }

  /// Pins exactly these entries, and returns the pages to read for them, possibly with duplicates.
  @discardableResult
  package func keep(exactly ids: Set<PhotoID>) -> [Int] {
    cache.withLock { cache in
      if cache.keptIDs != ids {
        cache.keptIDs = ids
        cache.kept = cache.kept.filter { ids.contains($0.key) }
        for entry in cache.pages.values.joined() where ids.contains(entry.id) {
          cache.kept[entry.id] = entry
        }
      }
      guard cache.kept.count < ids.count else { return [] }
      return ids.filter { cache.kept[$0] == nil }.compactMap { rank(of: $0).map(page) }
    }
  }

  package func load(page: Int) async throws(CatalogError) -> Reading {
    let (entries, all) = try await fetch(page)
    guard all === self else { return .changed(all) }
    cache.withLock { hold(entries, as: page, in: &$0) }
    return .held
  }

  /// Without caching; the version is `self` if the page is unchanged, otherwise a successor.
  package func read(
    page: Int
  ) async throws(CatalogError) -> (entries: [CatalogEntry], all: PagedEntries) {
    if let held = cache.withLock({ $0.pages[page] }) { return (held, self) }
    return try await fetch(page)
  }

  private func fetch(
    _ page: Int
  ) async throws(CatalogError) -> (entries: [CatalogEntry], all: PagedEntries) {
    let photos = try await source.photos(on: pages[page])
    let known = known(on: page)
    guard photos.count == pages[page].count, isKnown(photos, on: page, by: known) else {
      let successor = successor(with: [page: photos], knowing: known)
      lineage.take(successor, after: self)
      return (successor.ids[page].entries(of: photos), successor)
    }
    return (ids[page].entries(of: photos), self)
  }

  private var known: [CatalogEntry] {
    cache.withLock { cache in
      let held = cache.use.flatMap { cache.pages[$0] ?? [] }
      guard !cache.kept.isEmpty else { return held }
      let ids = Set(held.lazy.map(\.id))
      return held + cache.kept.values.filter { !ids.contains($0.id) }
    }
  }

  private var knownPages: Set<Int> {
    cache.withLock { cache in
      Set(cache.pages.keys).union(cache.kept.keys.compactMap { rank(of: $0).map(page) })
    }
  }

  private func known(on page: Int) -> [CatalogEntry] {
    cache.withLock { cache in
      if let held = cache.pages[page] { return held }
      guard !cache.kept.isEmpty else { return [] }
      return (0..<pages[page].count).compactMap { cache.kept[ids[page][$0]] }
    }
  }

  private func isKnown(_ photos: [Photo], on page: Int, by known: [CatalogEntry]) -> Bool {
    known.allSatisfy { entry in
      guard let rank = rank(of: entry.id) else { return false }
      let place = rank - starts[page]
      return photos.indices.contains(place)
        && PhotoIdentity(photos[place]) == PhotoIdentity(entry.photo)
    }
  }

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

  private func successor(with read: [Int: [Photo]], knowing known: [CatalogEntry]) -> PagedEntries {
    var known = known.filter { entry in
      rank(of: entry.id).map { read[page(of: $0)] != nil } ?? true
    }
    var (pages, ids) = (pages, ids)
    for (page, photos) in read {
      pages[page] = EntryPage(key: pages[page].key, count: photos.count, month: pages[page].month)
      guard !known.isEmpty || ids[page].count < photos.count else { continue }
      let block = IDRange(for: photos, knowing: known)
      ids[page] = block
      // A photo on two pages keeps its id on only one of them.
      let found = Set(block.earlier.values)
      known.removeAll { found.contains($0.id) }
    }
    let successor = PagedEntries(pages, order: order, from: source, by: ids, over: self)
    successor.cache.withLock { cache in
      for (page, photos) in read {
        successor.hold(ids[page].entries(of: photos), as: page, in: &cache)
      }
    }
    return successor
  }

  private func take(over previous: PagedEntries) {
    let numbers = numbers
    let old = previous.cache.withLock { $0 }
    cache.withLock { cache in
      (cache.kept, cache.keptIDs) = (old.kept, old.keptIDs)
      for page in old.use {
        guard let entries = old.pages[page], let number = numbers[previous.pages[page].key],
          pages[number] == previous.pages[page], ids[number] == previous.ids[page]
        else { continue }
        if old.wanted.contains(page) { cache.wanted.insert(number) }
        hold(entries, as: number, in: &cache)
      }
    }
  }

  private func hold(_ entries: [CatalogEntry], as page: Int, in cache: inout PageCache) {
    cache.pages[page] = entries
    cache.use.removeAll { $0 == page }
    cache.use.append(page)
    if !cache.keptIDs.isEmpty {
      for entry in entries where cache.keptIDs.contains(entry.id) { cache.kept[entry.id] = entry }
    }
    evict(&cache)
  }

  private func evict(_ cache: inout PageCache) {
    var count = cache.pages.values.reduce(0) { $0 + $1.count }
    for page in cache.use where count > Self.cachedCount && !cache.wanted.contains(page) {
      count -= cache.pages.removeValue(forKey: page)?.count ?? 0
      cache.use.removeAll { $0 == page }
    }
  }
}

/// Consecutive ids for a page, with spare ones for growth. Entries keep an earlier id.
struct IDRange: Hashable {
  let first: UInt64
  let count: Int
  private(set) var earlier: [Int: PhotoID] = [:]

  init(for count: Int) {
    self.count = 2 * count + 64
    first = PhotoID.reserve(self.count)
  }

  init(for photos: [Photo], knowing known: [CatalogEntry]) {
    self.init(for: photos.count)
    var ids = Dictionary(
      known.lazy.map { (PhotoIdentity($0.photo), $0.id) }, uniquingKeysWith: { first, _ in first })
    for (place, photo) in photos.enumerated() {
      earlier[place] = ids.removeValue(forKey: PhotoIdentity(photo))
    }
  }

  subscript(place: Int) -> PhotoID { earlier[place] ?? PhotoID(number: first + UInt64(place)) }

  func entries(of photos: [Photo]) -> [CatalogEntry] {
    photos.enumerated().map { CatalogEntry(id: self[$0.offset], photo: $0.element) }
  }
}

enum PhotoIdentity: Hashable {
  case served(ByteString)
  case other(Photo)

  init(_ photo: Photo) {
    self = photo.onWeb?.file.map { .served($0.place) } ?? .other(photo)
  }
}

/// A weak reference to the newest version; callable from any thread.
final class Lineage: Sendable {
  private struct Last {
    weak var entries: PagedEntries?
  }

  private let last = Mutex(Last())

  var entries: PagedEntries? { last.withLock { $0.entries } }

  func take(_ entries: PagedEntries) { last.withLock { $0.entries = entries } }

  func take(_ entries: PagedEntries, after old: PagedEntries) {
    last.withLock { last in
      if last.entries.map({ $0 === old }) ?? true { last.entries = entries }
    }
  }
}
