import Catalog
import Feeds
import HTTP
import Values

/// The way through NASA's pictures of the day, the newest day first.
///
/// A server lists the oldest first, and a thousand days at once take it long enough: more are asked
/// for in pieces, from today backwards.
struct ApodRoute: FeedRoute {
  /// The greatest number of days in one answer.
  static let daysAtOnce = 1_000

  private let request: ApodRequest
  private let now: @Sendable () -> Int
  /// When the list was asked for, in seconds since 1970 in UTC.
  private var moment = 0
  /// The days that have not been asked for.
  private var left: Range<Int> = 0..<0

  /// Takes what to ask.
  /// - Parameters:
  ///   - request: Where, who and which days.
  ///   - clock: Tells the date.
  init(_ request: ApodRequest, clock: WallClock = .system) {
    self.request = request
    now = clock.now
  }

  var name: String { "\(request.endpoint)" }

  mutating func first() throws(CatalogError) -> FeedQuestion {
    moment = now()
    do throws(FeedError) {
      let days = try request.range.days(today: today)
      left = days.lowerBound.daysSinceEpoch..<(days.upperBound.daysSinceEpoch + 1)
      return try takeQuestion()
    } catch {
      throw .feed(error)
    }
  }

  mutating func next(after page: LoadedPage) -> FeedStep {
    guard !left.isEmpty, let question = try? takeQuestion() else { return .end }
    return .question(question)
  }

  func photos(of page: LoadedPage) -> [Photo] {
    page.page.entries.map { entry in
      Photo(
        WebPhoto(
          entry, mayReachPrivateNetworks: page.mayReachPrivateNetworks, lifetime: lifetime(entry)))
    }
    .reversed()
  }

  func problem(_ error: CatalogError) -> String {
    switch error {
    case .network(.status(403)), .network(.status(429)):
      "\(error); --api-key takes a key, which api.nasa.gov gives away"
    default: "\(error)"
    }
  }
}

extension ApodRoute {
  private var today: CivilDate { NewYorkTime.date(at: moment) }

  /// Asks for the newest of the days that are left; what was kept since the day began counts.
  private mutating func takeQuestion() throws(FeedError) -> FeedQuestion {
    let start = max(left.lowerBound, left.upperBound - Self.daysAtOnce)
    let days =
      CivilDate(daysSinceEpoch: start)...CivilDate(daysSinceEpoch: left.upperBound - 1)
    left = left.lowerBound..<start
    return FeedQuestion(
      place: .address(try request.address(of: days)), keptSince: NewYorkTime.start(of: today))
  }

  /// Today's picture may be replaced until midnight; those of past days stay.
  private func lifetime(_ entry: FeedEntry) -> PhotoLifetime {
    let text = entry.date.map { String(decoding: $0.bytes, as: UTF8.self) }
    guard let date = text.flatMap({ CivilDate($0) }) else { return .asServed }
    guard let end = ApodExpiry.ofPicture(on: date, askedAt: moment) else { return .forever }
    return .between(start: NewYorkTime.start(of: today), end: end)
  }
}
