import Base
import Catalogs
import Testing

struct ApodRequestTests {
  /// 5 March 2024, 04:30 UTC: still the fourth in New York.
  private let moment = 1_709_613_000

  private func address(_ request: ApodRequest) throws(FeedError) -> WebURL {
    try request.address(of: request.range.days(today: NewYorkTime.date(at: moment)))
  }

  @Test(arguments: [
    (ApodRange.last(1), "2024-03-04", "2024-03-04"), (.last(5), "2024-02-29", "2024-03-04"),
    (.last(100_000), "1995-06-16", "2024-03-04"),
    (.since(CivilDate(daysSinceEpoch: 0)), "1995-06-16", "2024-03-04"),
    (.since(CivilDate(daysSinceEpoch: 19_786)), "2024-03-04", "2024-03-04"),
  ])
  func `the request has the range of days in New York time, limited to NASA's first`(
    range: ApodRange, start: String, end: String
  ) throws {
    let request = ApodRequest(endpoint: try WebURL(ApodRequest.officialEndpoint.utf8), range: range)
    #expect(
      try address(request).requestText == "https://api.nasa.gov/planetary/apod"
        + "?api_key=DEMO_KEY&start_date=\(start)&end_date=\(end)&thumbs=true")
  }

  @Test(arguments: [
    (ApodRange.last(0), FeedError.badCount), (.last(-1), .badCount), (.last(.min), .badCount),
    (.last(.max), .badCount), (.since(CivilDate(daysSinceEpoch: 19_787)), .futureDate),
  ])
  func `an invalid count or a future date is refused`(range: ApodRange, error: FeedError) throws {
    let request = ApodRequest(endpoint: try WebURL(ApodRequest.officialEndpoint.utf8), range: range)
    #expect(throws: error) { try address(request) }
  }

  @Test func `a mirror's address gets the same query; the key is escaped and not shown`() throws {
    let endpoint = try WebURL("http://127.0.0.1:8080/a/?x=1#f".utf8)
    let request = ApodRequest(endpoint: endpoint, apiKey: "a&b=é %", range: .last(1))
    let address = try address(request)
    let days = "start_date=2024-03-04&end_date=2024-03-04&thumbs=true"
    #expect(
      address.requestText == "http://127.0.0.1:8080/a/?x=1&api_key=a%26b%3D%C3%A9%20%25&\(days)")
    #expect(address.description == "http://127.0.0.1:8080/a/?x=1&api_key=...&\(days)")
  }
}
