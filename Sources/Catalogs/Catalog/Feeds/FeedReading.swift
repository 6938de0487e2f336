import Base

/// One pass over a feed, page by page on demand.
struct FeedReading<Route: FeedRoute> {
  private var route: Route
  private let loader: FeedLoader
  private let demand: CatalogDemand
  private var known = CatalogSnapshot(isComplete: false)
  private var emptyPages = EmptyPages()

  init(_ route: Route, loader: FeedLoader, demand: CatalogDemand) {
    self.route = route
    self.loader = loader
    self.demand = demand
  }

  /// Runs until the last page or cancellation.
  mutating func run(for receiver: some SnapshotReceiving) async {
    var question = firstQuestion()
    while let current = question, !Task.isCancelled {
      switch await answer(to: current, for: receiver) {
      case .picture:
        known.entries += current.pictures.map { CatalogEntry($0) }
        question = nil
      case .page(let page):
        question = take(page)
      case nil:
        // Cancelled.
        return
      }
      if question != nil { await waitForDemand(for: receiver) }
    }
    guard !Task.isCancelled else { return }
    noteBareFolder()
    show(for: receiver, isComplete: true)
  }

  private mutating func noteBareFolder() {
    guard let folder = route.folder, known.entries.isEmpty, known.notices.isEmpty else { return }
    known.bareFolders = [
      BareFolder(
        path: folder, subfolderCount: known.folders.count, isEmpty: known.folders.isEmpty)
    ]
  }

  private var listedCount: Int { known.entries.count + known.folders.count }

  private mutating func firstQuestion() -> FeedQuestion? {
    do throws(CatalogError) {
      return try route.first()
    } catch {
      note("\(error)", isFailure: true)
      return nil
    }
  }

  /// Requests until there is a response, with a retry after each error; nil if cancelled.
  private mutating func answer(
    to question: FeedQuestion, for receiver: some SnapshotReceiving
  ) async -> FeedDocument? {
    while !Task.isCancelled {
      let retryCount = demand.retryCount
      do throws(CatalogError) {
        return try await loader.load(question, of: route)
      } catch {
        guard !Task.isCancelled else { break }
        let notices = known.notices
        note(route.problem(error), isFailure: true)
        if route.passesOver(error, at: question) { return .page(.nothing) }
        show(for: receiver, isComplete: true)
        await demand.waitForRetry(after: retryCount)
        known.notices = notices
        if !Task.isCancelled { show(for: receiver, isComplete: false) }
      }
    }
    return nil
  }

  private mutating func take(_ page: LoadedPage) -> FeedQuestion? {
    known.entries += route.photos(of: page).map { CatalogEntry($0) }
    known.place = route.folder
    if let folder = route.folder, !page.page.folders.isEmpty {
      let names = Set(known.folders.map(\.name)).union(page.page.folders)
      known.folders = [Subfolder](Array(names), in: folder, after: known.folders)
    }
    let faults = page.page.faults
    if let first = faults.first.first, known.skipped.faulty == 0 {
      note("\(first)", isFailure: false)
    }
    known.skipped.faulty += faults.count
    guard !emptyPages.isTooMany(after: page.page) else {
      note(EmptyPages.problem, isFailure: true)
      return nil
    }
    switch route.next(after: page) {
    case .question(let question): return question
    case .end: return nil
    case .loop:
      note("the feed repeats a page; stopped here", isFailure: false)
      return nil
    case .stop(let words, let isFailure):
      note(words, isFailure: isFailure)
      return nil
    }
  }

  private mutating func waitForDemand(for receiver: some SnapshotReceiving) async {
    guard !demand.isMore(than: listedCount) else {
      return show(for: receiver, isComplete: false)
    }
    show(for: receiver, isComplete: true, hasMore: true)
    await demand.waitForMore(than: listedCount)
    if !Task.isCancelled { show(for: receiver, isComplete: false) }
  }

  private func show(
    for receiver: some SnapshotReceiving, isComplete: Bool, hasMore: Bool = false
  ) {
    var snapshot = known
    snapshot.isComplete = isComplete
    snapshot.hasMore = hasMore
    snapshot.totalCount = hasMore || !isComplete ? route.totalCount : nil
    receiver.receive(snapshot)
  }

  private mutating func note(_ problem: String, isFailure: Bool) {
    known.notices.append(
      CatalogNotice(source: route.name, problem: problem, isFailure: isFailure))
  }
}

extension FeedQuestion {
  /// The photo to list if the response is a picture.
  fileprivate var pictures: [Photo] {
    guard case .address(let address) = place else { return [] }
    return [Photo(WebPhoto(address: address))]
  }
}
