import Catalog
import Concurrency
import Synchronization

/// Reads the pages of entries that are too many to hold: those that are looked at, a few at a time, or all of them
/// where somebody wants them in another order.
@MainActor
final class PageReads {
  /// Pages that are read at once.
  private static let width = 4
  /// How often all pages are read for one wish whose pages have changed meanwhile.
  private static let gatheringLimit = 4

  /// Is called when something else is known of the entries.
  var onChange: () -> Void = {}

  /// What is read; another object where a page turned out to have another number of photos.
  private(set) var entries: PagedEntries?
  /// Why a page that is wanted cannot be had, or an order cannot be made; nothing where all can.
  var notices: [CatalogNotice] { pageNotices + [gatheringNotice].compactMap(\.self) }
  private var pageNotices: [CatalogNotice] = []
  private var gatheringNotice: CatalogNotice?
  /// How many entries have been read for somebody who wants all; nil where nobody does.
  private(set) var gatheredCount: Int?

  private var reads: [Int: Task<Void, Never>] = [:]
  private var failed: Set<Int> = []
  /// The pages that are still to be read, the most wanted first.
  private var waiting: [Int] = []
  /// Goes up with other entries: what was begun before counts for nothing.
  private var generation = 0
  private var gathering: (wish: ArrangementWish, task: Task<Void, Never>)?
  /// The wish for which all pages were read last, and how often in a row.
  private var gathered: (wish: ArrangementWish, count: Int)?
  private let queue = WorkQueue(label: "pages")

  deinit {
    for read in reads.values { read.cancel() }
    gathering?.task.cancel()
  }

  /// Reads these pages that are not held, and no others.
  /// - Parameters:
  ///   - pages: The pages, the most wanted first.
  ///   - entries: What they are pages of; nil where nothing is read by pages.
  func want(_ pages: [Int], of entries: PagedEntries?) {
    begin(entries)
    guard let entries else { return }
    entries.want(pages)
    let missing = entries.missing(among: pages)
    for (page, read) in reads where !missing.contains(page) {
      read.cancel()
      reads[page] = nil
    }
    failed.formIntersection(missing)
    if failed.isEmpty { pageNotices = [] }
    waiting = missing.filter { reads[$0] == nil && !failed.contains($0) }
    beginReads()
  }

  /// Lets pages that could not be had be asked for again with the next wish.
  func retry() {
    (failed, pageNotices) = ([], [])
    (gathered, gatheringNotice) = (nil, nil)
  }

  /// Reads all pages, one after another, unless that is under way for the same wish, or its pages have changed each
  /// time that they were read for it.
  /// - Parameters:
  ///   - entries: What is read.
  ///   - wish: What for.
  ///   - sum: What the first page is added to.
  ///   - add: Adds a page, on a thread that may take its time.
  ///   - finish: Takes what came of all, and the entries with the real counts of their pages; not called where a page
  ///     cannot be had, or something else is gathered.
  func gather<Sum: Sendable>(
    _ entries: PagedEntries, for wish: ArrangementWish, into sum: Sum,
    _ add: @escaping @Sendable (inout Sum, [CatalogEntry]) -> Void,
    finish: @escaping (Sum, PagedEntries) -> Void
  ) {
    begin(entries)
    guard gathering?.wish != wish, failed.isEmpty, mayGather(entries, for: wish) else { return }
    endGathering()
    gatheredCount = 0
    let gathered = Gathered(sum)
    let task = Task.immediate { [weak self, queue] in
      var entries = entries
      for page in entries.pages.indices {
        do throws(CatalogError) {
          let read = try await entries.read(page: page)
          entries = read.all
          await queue.run { gathered.sum.withLock { add(&$0, read.entries) } }
        } catch {
          if !Task.isCancelled { self?.fail(error, on: page) }
          return
        }
        guard let self, !Task.isCancelled else { return }
        self.gatheredCount = entries.ranks(of: page).upperBound
        self.onChange()
      }
      self?.endGathering()
      self?.begin(entries)
      finish(gathered.sum.withLock { $0 }, entries)
    }
    if gatheredCount != nil { gathering = (wish, task) }
  }

  /// Whether all pages may be read for a wish: a server that changes them whenever they are read would be asked for
  /// ever.
  private func mayGather(_ entries: PagedEntries, for wish: ArrangementWish) -> Bool {
    if gathered?.wish != wish { (gathered, gatheringNotice) = ((wish, 0), nil) }
    guard let count = gathered?.count, count < Self.gatheringLimit else {
      gatheringNotice = entries.notice(
        saying: "the photos change whenever they are read, and cannot be sorted or filtered")
      return false
    }
    gathered?.count += 1
    return true
  }

  /// What pages are added to: they may be too many to copy what came of those before.
  private final class Gathered<Sum: Sendable>: Sendable {
    let sum: Mutex<Sum>

    init(_ sum: Sum) {
      self.sum = Mutex(sum)
    }
  }

  /// Ends that.
  func endGathering() {
    gathering?.task.cancel()
    (gathering, gatheredCount) = (nil, nil)
  }

  private func fail(_ error: CatalogError, on page: Int) {
    endGathering()
    note(error, on: page)
  }

  private func begin(_ new: PagedEntries?) {
    guard new !== entries else { return }
    for read in reads.values { read.cancel() }
    endGathering()
    (reads, waiting, failed, pageNotices) = ([:], [], [], [])
    generation += 1
    entries = new
  }

  private func beginReads() {
    while reads.count < Self.width, !waiting.isEmpty { read(waiting.removeFirst()) }
  }

  private func read(_ page: Int) {
    guard let entries else { return }
    reads[page] = Task.immediate { [weak self, generation] in
      let result: Result<PagedEntries.Reading, CatalogError>
      do throws(CatalogError) {
        result = .success(try await entries.load(page: page))
      } catch {
        result = .failure(error)
      }
      guard !Task.isCancelled, self?.generation == generation else { return }
      self?.take(result, of: page)
    }
  }

  private func take(_ result: Result<PagedEntries.Reading, CatalogError>, of page: Int) {
    reads[page] = nil
    switch result {
    case .success(.held): break
    case .success(.changed(let new)): begin(new)
    case .failure(let error): return note(error, on: page)
    }
    beginReads()
    onChange()
  }

  private func note(_ error: CatalogError, on page: Int) {
    failed.insert(page)
    if let entries { pageNotices = [entries.notice(of: error)] }
    beginReads()
    onChange()
  }
}
