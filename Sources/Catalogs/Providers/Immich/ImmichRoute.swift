import Base
import HTTP

/// Reads the version, then the timeline by months, newest first, or a search; albums are searches.
struct ImmichRoute: FeedRoute {
  private enum Step {
    case version, ownAlbums, sharedAlbums, months, month, search, photo
  }

  private let answers: ImmichAnswers
  private var step = Step.version
  private var version = ImmichVersion.oldest
  private var search: ImmichSearch?
  private var askedCount = 0
  /// The cursor of the current search page; nil if it was requested by number.
  private var cursor: String?
  private var found: Set<ByteString> = []
  private var months: [WebURL] = []
  private var emptyCount = 0
  private(set) var totalCount: Int?

  init(_ address: ImmichAddress) {
    answers = ImmichAnswers(address: address)
  }

  private var address: ImmichAddress { answers.address }

  var name: String { address.name }

  mutating func first() throws(CatalogError) -> FeedRequest {
    guard let place = answers.version else { throw .feed(.address(.tooLong)) }
    return FeedRequest(place)
  }

  mutating func next(after page: FeedPage) -> FeedContinuation {
    switch step {
    case .version:
      if let found = page.version { version = ImmichVersion(major: found[0], minor: found[1]) }
      return begin()
    case .ownAlbums, .sharedAlbums:
      if let album = page.parts.first?.path.split(separator: "/").last {
        return beginSearch(in: String(album))
      }
      guard step == .ownAlbums else { return .stop("no such album", isFailure: true) }
      return ask(.sharedAlbums, answers.place("albums?shared=true"))
    case .months:
      months = page.parts
      totalCount = page.totalCount
      return nextMonth()
    case .month:
      emptyCount = page.entries.isEmpty ? emptyCount + 1 : 0
      guard emptyCount < EmptyPages.limit else {
        return .stop(
          "\(EmptyPages.limit) empty months in a row, although the server counts photos; stopped here",
          isFailure: true)
      }
      return nextMonth()
    case .search: return nextPage(after: page)
    case .photo: return .end
    }
  }

  func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage {
    switch step {
    case .version: try answers.version(in: document)
    case .ownAlbums, .sharedAlbums: try answers.albums(in: document, called: album ?? "")
    case .months: try answers.months(in: document)
    case .month: try answers.month(in: document)
    case .search: try answers.found(in: document)
    case .photo: try answers.photo(in: document)
    }
  }

  /// Search pages shift as photos are added. Allows private networks: the user named the server.
  func photos(of page: FeedPage) -> [Photo] {
    page.entries.lazy.filter { $0.file.map { !found.contains($0.place) } ?? true }
      .map(Photo.init)
  }

  func problem(_ error: CatalogError) -> String {
    answers.problem(error, isFirst: step == .version)
  }

  private var album: String? {
    if case .album(let name) = address.subject { name } else { nil }
  }

  private mutating func begin() -> FeedContinuation {
    switch address.subject {
    case .photo(let id): ask(.photo, answers.place("assets/\(id)"))
    case .album(let name) where name.isImmichID: beginSearch(in: name)
    case .album: ask(.ownAlbums, answers.place("albums"))
    case .timeline: address.words == nil ? ask(.months, answers.months) : beginSearch(in: nil)
    }
  }

  private mutating func beginSearch(in album: String?) -> FeedContinuation {
    search = ImmichSearch(address.words, albumID: album, version: version)
    return nextPage()
  }

  private mutating func nextPage(after page: FeedPage) -> FeedContinuation {
    let places = page.entries.compactMap { $0.file?.place }
    let countBefore = found.count
    found.formUnion(places)
    guard page.next != nil else { return .end }
    guard places.isEmpty || found.count > countBefore else { return .loop }
    guard search?.hasNextPage(after: page.cursor, cursor) == true else {
      return page.cursor == nil ? .end : .loop
    }
    cursor = page.cursor
    return nextPage()
  }

  private mutating func nextPage() -> FeedContinuation {
    guard let search, askedCount < FeedPaging.pageLimit else { return .end }
    askedCount += 1
    return ask(
      .search, answers.place("search/\(search.path)"),
      .search(search.query(page: askedCount, cursor: cursor)))
  }

  private mutating func nextMonth() -> FeedContinuation {
    guard askedCount < min(months.count, FeedPaging.pageLimit) else { return .end }
    askedCount += 1
    return ask(.month, months[askedCount - 1])
  }

  private mutating func ask(
    _ next: Step, _ place: WebURL?, _ query: HTTPRequestBody? = nil
  ) -> FeedContinuation {
    guard let place else { return .end }
    step = next
    return .request(FeedRequest(place, query: query))
  }
}
