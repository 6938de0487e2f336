package import HTTP

struct FeedReading<Route: FeedRoute>: PageReading {
  private(set) var route: Route
  let loader: FeedLoader
  let demand: CatalogDemand
  var known = CatalogSnapshot(isComplete: false)
  var retryCount = 0
  var emptyPages = EmptyPages()

  mutating func run(for receiver: some SnapshotReceiving) async {
    var request: FeedRequest?
    do throws(CatalogError) {
      request = try route.first()
    } catch {
      note("\(error)", isFailure: true)
    }
    while let current = request, !Task.isCancelled {
      retryCount = demand.retryCount
      switch await answer(for: receiver, { _ in current }) {
      case .picture:
        if case .address(let address) = current.location {
          known.entries.append(CatalogEntry(Photo(WebPhoto(address: address))))
        }
        request = nil
      case .page(let page): request = take(page)
      case .offline, .cancelled: return
      }
      if request != nil { await waitForDemand(for: receiver) }
    }
    guard !Task.isCancelled else { return }
    known.emptyFolders = emptyFolders(photoCount: known.entries.count, folders: known.folders)
    show(for: receiver, isComplete: true)
  }

  private var listedCount: Int { known.entries.count + known.folders.count }

  private mutating func take(_ page: FeedPage) -> FeedRequest? {
    known.entries += route.photos(of: page).map { CatalogEntry($0) }
    known.place = route.folder
    if let folder = route.folder, !page.folders.isEmpty {
      let names = Set(known.folders.map(\.name)).union(page.folders)
      known.folders = [Subfolder](Array(names), in: folder, after: known.folders)
    }
    addFaults(of: page)
    guard !emptyPages.isTooMany(after: page) else {
      note(EmptyPages.problem, isFailure: true)
      return nil
    }
    switch route.next(after: page) {
    case .request(let request): return request
    case .end: return nil
    case .stop(let words, let isFailure):
      note(words, isFailure: isFailure)
      return nil
    }
  }

  private func waitForDemand(for receiver: some SnapshotReceiving) async {
    guard !demand.isMore(than: listedCount) else { return show(for: receiver, isComplete: false) }
    show(for: receiver, isComplete: true, hasMore: true)
    await demand.waitForMore(than: listedCount)
    if !Task.isCancelled { show(for: receiver, isComplete: false) }
  }

  func show(for receiver: some SnapshotReceiving, isComplete: Bool, hasMore: Bool = false) {
    var snapshot = known
    snapshot.isComplete = isComplete
    snapshot.hasMore = hasMore
    snapshot.totalCount = hasMore || !isComplete ? route.totalCount : nil
    receiver.receive(snapshot)
  }
}

/// The common part of reading a feed and a cached listing: requests with retries, and notices.
protocol PageReading {
  associatedtype Route: FeedRoute

  var route: Route { get }
  var loader: FeedLoader { get }
  var demand: CatalogDemand { get }
  var known: CatalogSnapshot { get set }
  /// Retries of `demand` that have been handled.
  var retryCount: Int { get set }

  mutating func show(for receiver: some SnapshotReceiving, isComplete: Bool, hasMore: Bool)
}

enum PageAnswer {
  case page(FeedPage)
  case picture, offline, cancelled
}

extension PageReading {
  /// After an error waits for a retry; `request` makes the request of each attempt.
  mutating func answer(
    mayFailOffline: Bool = false, for receiver: some SnapshotReceiving,
    _ request: (_ isRetry: Bool) throws(CatalogError) -> FeedRequest
  ) async -> PageAnswer {
    var isRetry = false
    while !Task.isCancelled {
      do throws(CatalogError) {
        let page = try await loader.load(try request(isRetry), of: route)
        return page.map { .page($0) } ?? .picture
      } catch {
        guard !Task.isCancelled else { break }
        if mayFailOffline, case .network(.notKept) = error { return .offline }
        let notices = known.notices
        note(route.problem(error), isFailure: true)
        if route.mayContinue(error) { return .page(FeedPage()) }
        show(for: receiver, isComplete: true, hasMore: false)
        await demand.waitForRetry(after: retryCount)
        retryCount = demand.retryCount
        known.notices = notices
        if !Task.isCancelled { show(for: receiver, isComplete: false, hasMore: false) }
      }
      isRetry = true
    }
    return .cancelled
  }

  mutating func note(_ problem: String, isFailure: Bool) {
    known.notices.append(CatalogNotice(source: route.name, problem: problem, isFailure: isFailure))
  }

  mutating func addFaults(of page: FeedPage) {
    if let first = page.faults.first.first, known.skipped.faulty == 0 {
      note("\(first)", isFailure: false)
    }
    known.skipped.faulty += page.faults.count
  }

  func emptyFolders(photoCount: Int, folders: [Subfolder]) -> [EmptyFolder] {
    guard let folder = route.folder, photoCount == 0, known.notices.isEmpty else { return [] }
    return [EmptyFolder(path: folder, subfolderCount: folders.count, isEmpty: folders.isEmpty)]
  }
}

/// The address of a picture is listed as that picture.
package struct FeedCatalog: PhotoCatalog {
  private let read: @Sendable (SnapshotStream) async -> Void

  init(read: @escaping @Sendable (SnapshotStream) async -> Void) {
    self.read = read
  }

  package init(
    _ location: FeedLocation, mapping: JSONMapping = JSONMapping(), client: HTTPClient,
    demand: CatalogDemand
  ) {
    self.init(PagedRoute(location: location, mapping: mapping), client: client, demand: demand)
  }

  init(_ route: some FeedRoute, client: HTTPClient, demand: CatalogDemand) {
    let loader = FeedLoader(client: client)
    self.init { stream in
      var reading = FeedReading(route: route, loader: loader, demand: demand)
      await reading.run(for: stream)
    }
  }

  package func snapshots() -> AsyncStream<CatalogSnapshot> { SnapshotStream.start(read) }
}
