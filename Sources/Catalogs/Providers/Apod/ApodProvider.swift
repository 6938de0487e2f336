package import Base
package import HTTP

/// NASA's pictures of the day: `apod://` for the last, `apod://2024-02-29` since a day.
package struct ApodProvider: CatalogProvider {
  package static let usualCount = 24

  private let apiKey: String

  package init(apiKey: String) {
    self.apiKey = apiKey
  }

  package var scheme: String { "apod" }

  package func catalog(
    of address: ByteString, isPaged: Bool, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog {
    let text = String(decoding: address.bytes.dropFirst("apod://".utf8.count), as: UTF8.self)
    let date = CivilDate(text)
    guard text.isEmpty || date != nil else {
      throw .provider("not a date; write apod:// or apod://2024-02-29")
    }
    guard let endpoint = try? WebURL(ApodRequest.officialEndpoint.utf8) else {
      throw .feed(.address(.badHost))
    }
    let request = ApodRequest(
      endpoint: endpoint, apiKey: apiKey,
      range: date.map { .since($0) } ?? .last(Self.usualCount))
    return Self.catalog(of: request, client: client, demand: demand)
  }

  package static func catalog(
    of request: ApodRequest, client: HTTPClient, demand: CatalogDemand
  ) -> FeedCatalog {
    FeedCatalog(ApodRoute(request), client: client, demand: demand)
  }
}

/// Newest first. The server lists the oldest first, and is slow for a thousand days at once: longer
/// ranges are requested in pieces, from today backwards.
struct ApodRoute: FeedRoute {
  static let daysAtOnce = 1_000

  private let request: ApodRequest
  private let now: @Sendable () -> Int
  /// The time of the first request in seconds since 1970 UTC.
  private var moment = 0
  /// Days not requested yet, since 1970.
  private var left: Range<Int> = 0..<0

  init(_ request: ApodRequest, clock: WallClock = .system) {
    self.request = request
    now = clock.now
  }

  var name: String { "\(request.endpoint)" }

  mutating func first() throws(CatalogError) -> FeedRequest {
    moment = now()
    return try rethrowing(as: CatalogError.feed) { () throws(FeedError) in
      let days = try request.range.days(today: today)
      left = days.lowerBound.daysSinceEpoch..<(days.upperBound.daysSinceEpoch + 1)
      return try takeRequest()
    }
  }

  mutating func next(after page: FeedPage) -> FeedContinuation {
    guard !left.isEmpty, let request = try? takeRequest() else { return .end }
    return .request(request)
  }

  func photos(of page: FeedPage) -> [Photo] {
    page.entries.map { entry in
      var photo = entry
      photo.mayReachPrivateNetworks = page.mayReachPrivateNetworks
      photo.lifetime = lifetime(entry)
      return Photo(photo)
    }
    .reversed()
  }

  func problem(_ error: CatalogError) -> String {
    switch error {
    case .network(.status(403)), .network(.status(429)):
      "\(error); get a free key at api.nasa.gov and pass it with --api-key"
    default: "\(error)"
    }
  }

  private var today: CivilDate { NewYorkTime.date(at: moment) }

  /// Requests the newest days left; responses cached today in New York are fresh.
  private mutating func takeRequest() throws(FeedError) -> FeedRequest {
    let start = max(left.lowerBound, left.upperBound - Self.daysAtOnce)
    let days = CivilDate(daysSinceEpoch: start)...CivilDate(daysSinceEpoch: left.upperBound - 1)
    left = left.lowerBound..<start
    return FeedRequest(
      location: .address(try request.address(of: days)), keptSince: NewYorkTime.start(of: today))
  }

  /// Today's picture may be replaced until midnight; past ones are final.
  private func lifetime(_ entry: WebPhoto) -> PhotoLifetime {
    let text = entry.date.map { String(decoding: $0.bytes, as: UTF8.self) }
    guard let date = text.flatMap({ CivilDate($0) }) else { return .asServed }
    guard date >= today else { return .forever }
    return .between(
      start: NewYorkTime.start(of: today), end: NewYorkTime.nextMidnight(after: moment))
  }
}
