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
