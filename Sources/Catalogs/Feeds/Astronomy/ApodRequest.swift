package import Base

package struct ApodRequest: Hashable, Sendable {
  /// An existing query is kept before the added parameters.
  package var endpoint: WebURL
  package var apiKey: String
  package var range: ApodRange

  /// `DEMO_KEY` is public and limited to about thirty requests per hour.
  package init(endpoint: WebURL, apiKey: String = "DEMO_KEY", range: ApodRange) {
    (self.endpoint, self.apiKey, self.range) = (endpoint, apiKey, range)
  }

  package static let officialEndpoint = "https://api.nasa.gov/planetary/apod"

  /// Ignores `range`. Responses are arrays of days, with stills. Throws `FeedError.address`.
  package func address(of days: ClosedRange<CivilDate>) throws(FeedError) -> WebURL {
    var query = endpoint.query.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
    query += "api_key=\(String(decoding: PercentEncoding.value(apiKey.utf8), as: UTF8.self))"
    query += "&start_date=\(days.lowerBound)&end_date=\(days.upperBound)&thumbs=true"
    return try rethrowing(as: FeedError.address) { () throws(AddressError) in
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

  /// `today` is the date in New York. Throws `FeedError.badCount` or `.futureDate`.
  package func days(today: CivilDate) throws(FeedError) -> ClosedRange<CivilDate> {
    let start: CivilDate
    switch self {
    case .last(let count):
      guard (1...Self.countLimit).contains(count) else { throw .badCount }
      start = today.advanced(byDays: 1 - count)
    case .since(let date): start = date
    }
    let first = max(start, Self.firstDate)
    guard first <= today else { throw .futureDate }
    return first...today
  }
}

/// Time in New York, where NASA's days begin.
///
/// Implements the rule in force since 2007 (15 U.S.C. 260a): one hour forward on the second Sunday
/// of March, and back on the first Sunday of November, both at 2:00. It is built in because
/// zoneinfo files may be missing or broken; if the law changes, a list expires at most one hour
/// off. Earlier years use the same rule.
package enum NewYorkTime {
  private static let day = 86_400
  private static let hour = 3_600

  /// Both in seconds; `moment` is since 1970 UTC.
  package static func secondsBehindUTC(at moment: Int) -> Int {
    isSummer(at: moment) ? 4 * hour : 5 * hour
  }

  /// `moment` is in seconds since 1970 UTC.
  package static func date(at moment: Int) -> CivilDate {
    date(ofLocal: moment - secondsBehindUTC(at: moment))
  }

  /// In seconds since 1970 UTC. It always exists, since clocks do not change at midnight.
  package static func start(of date: CivilDate) -> Int {
    let midnight = date.daysSinceEpoch * day
    let inSummer = midnight + 4 * hour
    return isSummer(at: inSummer) ? inSummer : midnight + 5 * hour
  }

  /// Both in seconds since 1970 UTC.
  package static func nextMidnight(after moment: Int) -> Int {
    start(of: date(at: moment).advanced(byDays: 1))
  }

  private static func isSummer(at moment: Int) -> Bool {
    let year = date(ofLocal: moment - 5 * hour).year
    let begins = sunday(2, ofMonth: 3, in: year) * day + (2 + 5) * hour
    let ends = sunday(1, ofMonth: 11, in: year) * day + (2 + 4) * hour
    return (begins..<ends).contains(moment)
  }

  /// The n-th Sunday of a month, in days since 1 January 1970.
  private static func sunday(_ number: Int, ofMonth month: Int, in year: Int) -> Int {
    let first = CivilDate(firstOf: month, year: year)
    return first.daysSinceEpoch + (7 - first.weekday) % 7 + 7 * (number - 1)
  }

  private static func date(ofLocal seconds: Int) -> CivilDate {
    CivilDate(daysSinceEpoch: seconds.quotientAndRemainder(flooringBy: day).quotient)
  }
}

/// Parses RFC 3339 timestamps such as `2024-05-01T12:30:00.123Z`.
package enum InternetTime {
  /// Seconds since 1970 UTC without fractions; nil if invalid.
  package static func seconds(_ text: [UInt8]) -> Int? {
    guard text.count >= 20, text[10] | 0x20 == UInt8(ascii: "t"), text[13] == ":", text[16] == ":",
      let date = CivilDate(text[..<10]),
      let hour = Int(digits: text[11..<13]), hour < 24, let minute = Int(digits: text[14..<16]),
      minute < 60,
      let second = Int(digits: text[17..<19]), second <= 60
    else { return nil }
    var rest = text[19...]
    if rest.first == "." { rest = rest.dropFirst().drop(while: \.isDigit) }
    guard let offset = offset(rest) else { return nil }
    return date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second - offset
  }

  /// Seconds ahead of UTC; nil if invalid.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    guard let sign = text.first else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return text.count == 1 ? 0 : nil }
    let digits = text.dropFirst()
    guard sign == "+" || sign == "-", digits.count == 5, digits[digits.startIndex + 2] == ":",
      let hours = Int(digits: digits.prefix(2)), let minutes = Int(digits: digits.suffix(2))
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }
}
