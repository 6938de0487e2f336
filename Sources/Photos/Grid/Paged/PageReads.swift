import Catalog
import Concurrency

/// Reads the pages of entries that are too many to hold: those that are looked at, a few at a time, or all of them
/// where somebody wants them in another order.
@MainActor
final class PageReads {
  /// Pages that are read at once.
  private static let width = 4

  /// Is called when something else is known of the entries.
  var onChange: () -> Void = {}

  /// What is read; another object where a page turned out to have another number of photos.
  private(set) var entries: PagedEntries?
  /// Why a page that is wanted cannot be had; nothing where all can.
  private(set) var notices: [CatalogNotice] = []
  /// How many entries have been read for somebody who wants all; nil where nobody does.
  private(set) var gatheredCount: Int?

  private var reads: [Int: Task<Void, Never>] = [:]
  private var failed: Set<Int> = []
  /// The pages that are still to be read, the most wanted first.
  private var waiting: [Int] = []
  /// Goes up with other entries: what was begun before counts for nothing.
  private var generation = 0
  private var gathering: Task<Void, Never>?

  deinit {
    for read in reads.values { read.cancel() }
    gathering?.cancel()
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
    if failed.isEmpty { notices = [] }
    waiting = missing.filter { reads[$0] == nil && !failed.contains($0) }
    beginReads()
  }

  /// Lets pages that could not be had be asked for again with the next wish.
  func retry() {
    (failed, notices) = ([], [])
  }

  /// Reads all pages, one after another.
  /// - Parameters:
  ///   - entries: What is read.
  ///   - finish: Takes all entries in their order; not called where a page cannot be had, or others are read.
  func gather(_ entries: PagedEntries, finish: @escaping ([CatalogEntry]) -> Void) {
    begin(entries)
    guard gathering == nil, failed.isEmpty else { return }
    gatheredCount = 0
    gathering = Task.immediate { [weak self, generation] in
      var all: [CatalogEntry] = []
      all.reserveCapacity(entries.count)
      for page in entries.pages.indices {
        do throws(CatalogError) {
          all += try await entries.entries(on: page)
        } catch {
          guard self?.generation == generation else { return }
          self?.endGathering()
          self?.note(error, on: page)
          return
        }
        guard let self, self.generation == generation, !Task.isCancelled else { return }
        self.gatheredCount = all.count
        self.onChange()
      }
      self?.endGathering()
      finish(all)
    }
  }

  /// Ends that.
  func endGathering() {
    gathering?.cancel()
    (gathering, gatheredCount) = (nil, nil)
  }

  private func begin(_ new: PagedEntries?) {
    guard new !== entries else { return }
    for read in reads.values { read.cancel() }
    endGathering()
    (reads, waiting, failed, notices) = ([:], [], [], [])
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
    if let entries { notices = [entries.notice(of: error)] }
    beginReads()
    onChange()
  }
}
