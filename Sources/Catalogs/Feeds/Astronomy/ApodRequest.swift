package import Addresses

/// What NASA's server, or a mirror of it, is asked for.
package struct ApodRequest: Hashable, Sendable {
  /// The address without a query, or with one that stays before what is added.
  package var endpoint: WebURL
  /// Who asks.
  package var apiKey: String
  /// Which days.
  package var range: ApodRange

  /// Takes what to ask; everybody may ask with the key `DEMO_KEY`, some thirty times an hour.
  package init(endpoint: WebURL, apiKey: String = "DEMO_KEY", range: ApodRange) {
    self.endpoint = endpoint
    self.apiKey = apiKey
    self.range = range
  }

  /// The address of NASA's own server.
  package static let officialEndpoint = "https://api.nasa.gov/planetary/apod"

  /// The address to ask at a moment in seconds since 1970 in UTC.
  /// - Throws: `FeedError.badCount`, `.futureDate` or `.address`.
  package func address(at moment: Int) throws(FeedError) -> WebURL {
    try address(of: range.days(today: NewYorkTime.date(at: moment)))
  }

  /// The address to ask for some days, whatever the range is.
  ///
  /// The answer is an array of days, and has stills of videos.
  /// - Throws: `FeedError.address`.
  package func address(of days: ClosedRange<CivilDate>) throws(FeedError) -> WebURL {
    var query = endpoint.query.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
    query += "api_key=\(String(decoding: PercentEncoding.value(apiKey.utf8), as: UTF8.self))"
    query += "&start_date=\(days.lowerBound)&end_date=\(days.upperBound)&thumbs=true"
    return try FeedError.onAddress { () throws(AddressError) in
      try endpoint.resolving("?\(query)".utf8)
    }
  }
}

/// Which days of the Astronomy Picture of the Day are wanted.
package enum ApodRange: Hashable, Sendable {
  /// Today and the days before it, so many in all.
  case last(Int)
  /// A day, and all from then to today.
  case since(CivilDate)

  /// The greatest number of days that can be asked for.
  package static let countLimit = 100_000
  /// The day of the first picture.
  package static let firstDate = CivilDate(firstOf: 6, year: 1995).advanced(byDays: 15)

  /// Finds the first and the last day; what is before the first picture begins with the first picture.
  /// - Parameter today: The day in New York.
  /// - Returns: The days, which are never more than there were pictures.
  /// - Throws: `FeedError.badCount` or `.futureDate`.
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

/// Until when an answer about the Astronomy Picture of the Day counts.
package enum ApodExpiry {
  /// When a list expires that was asked for at a moment; both are in seconds since 1970 in UTC.
  package static func ofList(askedAt moment: Int) -> Int {
    NewYorkTime.nextMidnight(after: moment)
  }

  /// When the picture of a day expires, in seconds since 1970 in UTC.
  /// - Parameters:
  ///   - date: The day of the picture.
  ///   - moment: When it was asked for, in seconds since 1970 in UTC.
  /// - Returns: Nil for never: the pictures of past days do not change any more.
  package static func ofPicture(on date: CivilDate, askedAt moment: Int) -> Int? {
    date < NewYorkTime.date(at: moment) ? nil : NewYorkTime.nextMidnight(after: moment)
  }
}
