import Base
import Storage

/// Publishes the cached part and resumes there.
struct ListingLoader: PageReading {
  /// Seconds after which a cached listing is renewed.
  private static let lifetime = 86_400
  /// Conflicting writes of other processes before it gives up.
  private static let patience = 3

  let route: S3Route
  let loader: FeedLoader
  private let index: PhotoIndex
  let demand: CatalogDemand
  private var shown: PagedListing
  var known = CatalogSnapshot(isComplete: false)
  /// The request for the next page, if the last page named it.
  private var next: FeedRequest?
  var retryCount: Int
  private var refusalCount = 0
  private var emptyPages = EmptyPages()
  private var shownPageCount = 0

  private enum Step: Equatable {
    case resume
    /// List again from the beginning; `isWanted` by the user, not only because of its age.
    case renew(isWanted: Bool)
    case wait, end
  }

  init(
    _ kept: PagedListing, _ route: S3Route, loader: FeedLoader, index: PhotoIndex,
    demand: CatalogDemand
  ) {
    shown = kept
    (self.route, self.loader, self.index, self.demand) = (route, loader, index, demand)
    retryCount = demand.retryCount
    known.place = route.folder
  }

  mutating func run(for receiver: some SnapshotReceiving) async {
    var step = firstStep
    if shown.count > 0, step != .wait { show(for: receiver, isComplete: false) }
    while !Task.isCancelled {
      switch step {
      case .resume: step = await resume(for: receiver)
      case .renew(let isWanted): step = await renew(for: receiver, isWanted: isWanted)
      case .wait: step = await wait(for: receiver)
      case .end: return
      }
    }
  }

  private var suffices: Bool { !demand.isMore(than: shown.count) }

  /// A complete listing is requested once for objects added after its end.
  private var firstStep: Step {
    if shown.listing.age > Self.lifetime { return .renew(isWanted: false) }
    return shown.listing.isWhole || shown.count == 0 || !suffices ? .resume : .wait
  }

  private mutating func wait(for receiver: some SnapshotReceiving) async -> Step {
    let isWhole = shown.listing.isWhole
    known.emptyFolders =
      isWhole ? emptyFolders(photoCount: shown.photoCount, folders: shown.folders) : []
    show(for: receiver, isComplete: true, hasMore: !isWhole)
    await demand.waitForMore(than: isWhole ? .max : shown.count, orRetryAfter: retryCount)
    guard !Task.isCancelled else { return .end }
    let count = demand.retryCount
    defer { retryCount = count }
    return count > retryCount ? .renew(isWanted: true) : .resume
  }

  private mutating func resume(for receiver: some SnapshotReceiving) async -> Step {
    let isWhole = shown.listing.isWhole
    // Publishing takes time linear in the number of pages, so enough of them must be new.
    let hasEnough = shown.listing.pages.count >= shownPageCount + shownPageCount / 64
    if shown.count > 0, hasEnough { show(for: receiver, isComplete: false) }
    let request = next
    next = nil
    let page: FeedPage
    switch await answer(
      to: request, after: shown.listing.last, mayFailOffline: isWhole, for: receiver)
    {
    case .page(let answered): page = answered
    case .offline: return .wait
    case .picture, .cancelled: return .end
    }
    guard !emptyPages.isTooMany(after: page) else { return giveUp(EmptyPages.problem) }
    let part = part(of: page, after: shown.listing.last)
    switch await index.add(part, to: shown.listing.id, at: shown.listing.pages.count) {
    case .kept(let added):
      refusalCount = 0
      let route = route
      shown.add(part, as: added, photos: route.photos(of: page), to: route)
      next = part.isWhole ? nil : page.next.map { FeedRequest(listedAt: $0) }
    case .changed: return await reopen()
    case .full: return giveUp("the index has no room for more of the list")
    }
    return shown.listing.isWhole || suffices ? .wait : .resume
  }

  private mutating func reopen() async -> Step {
    refusalCount += 1
    guard refusalCount <= Self.patience,
      let kept = await PagedListing.kept(of: route, in: index, after: shown)
    else { return giveUp("the list cannot be cached") }
    shown = kept
    return shown.listing.isWhole || (suffices && shown.count > 0) ? .wait : .resume
  }

  private mutating func giveUp(_ problem: String) -> Step {
    note(problem, isFailure: true)
    shown.endHere()
    return .wait
  }

  /// Lists again from the beginning; the result is published only when it is complete.
  private mutating func renew(for receiver: some SnapshotReceiving, isWanted: Bool) async -> Step {
    known.notices = []
    next = nil
    show(for: receiver, isComplete: false)
    var renewal = await ListingRenewal(
      of: shown.listing, route.source, in: index, resumingWithin: Self.lifetime)
    while renewal != nil, !Task.isCancelled {
      let page: FeedPage
      switch await answer(
        to: renewal?.next, after: renewal?.last, mayFailOffline: shown.count > 0, for: receiver)
      {
      case .page(let answered): page = answered
      case .offline:
        if isWanted { note("offline: showing the last list", isFailure: false) }
        return .wait
      case .picture, .cancelled: return .end
      }
      guard !emptyPages.isTooMany(after: page) else { return giveUp(EmptyPages.problem) }
      let part = part(of: page, after: renewal?.last)
      switch await renewal?.take(part, next: page.next.map { FeedRequest(listedAt: $0) }) {
      case .more: continue
      case .complete:
        refusalCount = 0
        return await reopen()
      case .refused, nil: renewal = nil
      }
    }
    return Task.isCancelled ? .end : giveUp("the new list cannot be cached")
  }

  private mutating func part(of page: FeedPage, after key: ByteString?) -> ListingPart {
    var part = ListingPart()
    if page.next != nil, let key, let last = page.last,
      !key.bytes.lexicographicallyPrecedes(last.bytes)
    {
      note("the list repeats a page; stopped here", isFailure: false)
      part.isWhole = true
      return part
    }
    part.objects = route.objects(of: page)
    part.folders = page.folders
    part.last = page.last
    part.isWhole = page.next == nil
    addFaults(of: page)
    return part
  }

  /// A retry resumes after `key`, since a continuation token named by a page may have expired.
  private mutating func answer(
    to next: FeedRequest?, after key: ByteString?, mayFailOffline: Bool,
    for receiver: some SnapshotReceiving
  ) async -> PageAnswer {
    await answer(mayFailOffline: mayFailOffline, for: receiver) {
      [route] isRetry throws(CatalogError) in
      if let next, !isRetry { next } else { try route.request(after: key) }
    }
  }

  mutating func show(
    for receiver: some SnapshotReceiving, isComplete: Bool, hasMore: Bool = false
  ) {
    shownPageCount = shown.listing.pages.count
    shown.catchUp()
    var snapshot = known
    if let held = shown.held { snapshot.entries = held } else { snapshot.paged = shown.paged }
    snapshot.folders = shown.folders
    snapshot.isComplete = isComplete
    snapshot.hasMore = hasMore
    receiver.receive(snapshot)
  }
}
