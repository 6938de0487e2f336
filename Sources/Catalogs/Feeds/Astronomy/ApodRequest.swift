package import Base

/// A request to NASA's APOD server or a mirror.
package struct ApodRequest: Hashable, Sendable {
  /// An existing query is kept before the added parameters.
  package var endpoint: WebURL
  package var apiKey: String
  package var range: ApodRange

  /// `DEMO_KEY` is public and limited to about thirty requests per hour.
  package init(endpoint: WebURL, apiKey: String = "DEMO_KEY", range: ApodRange) {
    self.endpoint = endpoint
    self.apiKey = apiKey
    self.range = range
  }

  package static let officialEndpoint = "https://api.nasa.gov/planetary/apod"

  /// The request URL at a moment in seconds since 1970 UTC.
  ///
  /// Throws `FeedError.badCount`, `.futureDate` or `.address`.
  package func address(at moment: Int) throws(FeedError) -> WebURL {
    try address(of: range.days(today: NewYorkTime.date(at: moment)))
  }

  /// The request URL for given days, ignoring `range`.
  ///
  /// The response is an array of days, with stills of videos. Throws `FeedError.address`.
  package func address(of days: ClosedRange<CivilDate>) throws(FeedError) -> WebURL {
    var query = endpoint.query.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
    query += "api_key=\(String(decoding: PercentEncoding.value(apiKey.utf8), as: UTF8.self))"
    query += "&start_date=\(days.lowerBound)&end_date=\(days.upperBound)&thumbs=true"
    return try FeedError.onAddress { () throws(AddressError) in
      try endpoint.resolving("?\(query)".utf8)
    }
  }
}

/// The days to list of the Astronomy Picture of the Day.
package enum ApodRange: Hashable, Sendable {
  case last(Int)
  case since(CivilDate)

  package static let countLimit = 100_000
  package static let firstDate = CivilDate(firstOf: 6, year: 1995).advanced(byDays: 15)

  /// The range of days, starting at the first picture if it is earlier; `today` is the date in New
  /// York.
  ///
  /// Throws `FeedError.badCount` or `.futureDate`.
  package func days(today: CivilDate) throws(FeedError) -> ClosedRange<CivilDate> {
    let start: CivilDate
    switch self {
    case .last(let count):
      guard (1...Self.countLimit).contains(count) else { throw .badCount }
      start = today.advanced(byDays: 1 - count)
    case .since(let date):
      start = date
    }
    let first = max(start, Self.firstDate)
    guard first <= today else { throw .futureDate }
    return first...today
  }
}

/// When responses about the Astronomy Picture of the Day expire.
package enum ApodExpiry {
  /// Both times are in seconds since 1970 UTC.
  package static func ofList(askedAt moment: Int) -> Int {
    NewYorkTime.nextMidnight(after: moment)
  }

  /// Both times are in seconds since 1970 UTC; nil is never, since pictures of past days do not
  /// change.
  package static func ofPicture(on date: CivilDate, askedAt moment: Int) -> Int? {
    date < NewYorkTime.date(at: moment) ? nil : NewYorkTime.nextMidnight(after: moment)
  }
}
