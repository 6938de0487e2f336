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
/// Callable from any thread.
package final class PagedEntries: Sendable {
  /// So many entries are held beside those of the pages that are wanted.
  private static let heldCount = 16_384

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
  private let source: any EntryPaging
  private let shelf: Mutex<Shelf>

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
  ///   - previous: What was known of the same catalog: entries of pages that are still there keep their ids.
  package init(
    _ pages: [EntryPage], order: ListedOrder = .own, from source: any EntryPaging,
    after previous: PagedEntries? = nil
  ) {
    self.pages = pages
    self.order = order
    self.source = source
    starts = pages.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    let known = Dictionary(
      zip(previous?.pages.map(\.key) ?? [], previous?.ids ?? []), uniquingKeysWith: { $1 })
    var used: Set<UInt64> = []
    let ids = pages.map { page in
      if let block = known[page.key], block.count >= page.count, used.insert(block.first).inserted {
        return block
      }
      return IDBlock(for: page.count)
    }
    self.ids = ids
    byID = pages.indices.sorted { ids[$0].first < ids[$1].first }
    shelf = Mutex(Shelf())
    if let previous { take(over: previous, knowing: known) }
  }

  /// How many entries there are.
  package var count: Int { starts[pages.count] }

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
    return PhotoID(number: ids[page].first + UInt64(rank - starts[page]))
  }

  /// The rank of an entry; nil where it is none of these.
  package func rank(of id: PhotoID) -> Int? {
    let place = byID.partition { ids[$0].first > id.number }
    guard place > 0 else { return nil }
    let page = byID[place - 1]
    let offset = id.number - ids[page].first
    return offset < pages[page].count ? starts[page] + Int(offset) : nil
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
    /// It has another number of photos by now: these are the entries of the same catalog with that.
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
    let entries = try await entries(on: page)
    guard entries.count == pages[page].count else {
      return .changed(successor(with: entries.map(\.photo), on: page))
    }
    shelf.withLock { hold(entries, as: page, in: &$0) }
    return .held
  }

  /// Reads a page, which is not held for that.
  package func entries(on page: Int) async throws(CatalogError) -> [CatalogEntry] {
    ids[page].entries(of: try await source.photos(on: pages[page]))
  }

  /// The same catalog where a page has other photos.
  private func successor(with photos: [Photo], on page: Int) -> PagedEntries {
    var pages = pages
    pages[page] = EntryPage(key: pages[page].key, count: photos.count, month: pages[page].month)
    let successor = PagedEntries(pages, order: order, from: source, after: self)
    let entries = successor.ids[page].entries(of: photos)
    successor.shelf.withLock { successor.hold(entries, as: page, in: &$0) }
    return successor
  }

  /// Holds the pages of another listing that are the same here.
  private func take(over previous: PagedEntries, knowing known: [ByteString: IDBlock]) {
    let numbers = Dictionary(zip(pages.map(\.key), 0...), uniquingKeysWith: { first, _ in first })
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

/// Ids that follow one another, some of them for photos that may come.
private struct IDBlock: Hashable {
  let first: UInt64
  let count: Int

  /// Takes ids for a page, and as many again.
  init(for count: Int) {
    self.count = 2 * count + 64
    first = PhotoID.reserve(self.count)
  }

  /// The photos of the page as its entries.
  func entries(of photos: [Photo]) -> [CatalogEntry] {
    photos.enumerated().map { place, photo in
      CatalogEntry(id: PhotoID(number: first + UInt64(place)), photo: photo)
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
