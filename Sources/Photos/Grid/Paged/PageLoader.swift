import Base
import Catalogs
import Synchronization

@MainActor
final class PageLoader {
  private static let width = 4
  /// Limit of full loads for the same options if pages keep changing.
  private static let gatheringLimit = 4

  var onChange: () -> Void = {}

  /// The entries; replaced by another object when a page turned out to have another count.
  private(set) var entries: PagedEntries?
  var notices: [CatalogNotice] { pageNotices + [gatheringNotice].compactMap(\.self) }
  private var pageNotices: [CatalogNotice] = []
  private var gatheringNotice: CatalogNotice?
  /// Progress of a full load; nil if none is running.
  private(set) var gatheredCount: Int?

  private var reads: [Int: Task<Void, Never>] = [:]
  private var failed: Set<Int> = []
  private var waiting: [Int] = []
  /// Incremented when the entries are replaced; earlier results are dropped.
  private var generation = 0
  private var gathering: (options: ViewOptions, task: Task<Void, Never>)?
  private var gathered: (options: ViewOptions, count: Int)?
  /// Pages that have been corrected since the first full load for these options.
  private var corrected: Set<Int> = []
  private let queue = WorkQueue(label: "pages")

  deinit {
    for read in reads.values { read.cancel() }
    gathering?.task.cancel()
  }

  /// Most urgent first; loads of other pages are cancelled; nil if the listing is not paged.
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

  func retry() {
    (failed, pageNotices) = ([], [])
    (gathered, gatheringNotice, corrected) = (nil, nil, [])
  }

  /// Loads all pages in order, unless that is running or the retry limit is reached. `add` runs on
  /// a background queue. `finish` receives the entries with corrected page counts; it is not called
  /// if a page fails or another full load starts.
  func gather<Sum: Sendable>(
    _ entries: PagedEntries, for options: ViewOptions, into sum: Sum,
    _ add: @escaping @Sendable (inout Sum, [CatalogEntry]) -> Void,
    finish: @escaping (Sum, PagedEntries) -> Void
  ) {
    begin(entries)
    guard gathering?.options != options, failed.isEmpty, mayGather(entries, for: options) else {
      return
    }
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
          guard let self, !Task.isCancelled else { return }
          self.endGathering()
          return self.fail(error, on: page)
        }
        guard let self, !Task.isCancelled else { return }
        self.gatheredCount = entries.ranks(of: page).upperBound
        self.onChange()
      }
      self?.endGathering()
      self?.begin(entries)
      finish(gathered.sum.withLock { $0 }, entries)
    }
    if gatheredCount != nil { gathering = (options, task) }
  }

  /// Limits retries: a server whose pages change at every request would be asked forever.
  private func mayGather(_ entries: PagedEntries, for options: ViewOptions) -> Bool {
    if gathered?.options != options {
      (gathered, gatheringNotice, corrected) = ((options, 0), nil, [])
    }
    guard let count = gathered?.count, count < Self.gatheringLimit else {
      gatheringNotice = entries.notice(
        saying: "The list keeps changing and cannot be sorted or filtered")
      return false
    }
    gathered?.count += 1
    gatheringNotice = nil
    return true
  }

  /// The accumulator of a full load, by reference, since it may be too large to copy.
  private final class Gathered<Sum: Sendable>: Sendable {
    let sum: Mutex<Sum>

    init(_ sum: Sum) {
      self.sum = Mutex(sum)
    }
  }

  func endGathering() {
    gathering?.task.cancel()
    (gathering, gatheredCount) = (nil, nil)
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
    case .success(.changed(let new)):
      // Only pages that change again use up the full loads: the number of others is finite.
      if corrected.insert(page).inserted { gathered?.count -= 1 }
      begin(new)
    case .failure(let error): return fail(error, on: page)
    }
    beginReads()
    onChange()
  }

  private func fail(_ error: CatalogError, on page: Int) {
    failed.insert(page)
    if let entries { pageNotices = [entries.notice(of: error)] }
    beginReads()
    onChange()
  }
}
