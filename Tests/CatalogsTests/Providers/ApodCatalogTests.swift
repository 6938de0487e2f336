import Base
import CatalogStage
import HTTP
import TestServer
import TestSupport
import Testing

@testable import Catalogs

@Suite("NASA's Astronomy Picture of the Day", .integration, .timeLimit(.minutes(30)))
struct ApodCatalogTests {
  /// Days as a server lists them, the oldest first.
  private static func list(_ days: [String]) -> String {
    "["
      + days.map {
        #"{"date":"\#($0)","title":"\#($0)","media_type":"image","url":"http://h.example/\#($0).jpg"}"#
      }.joined(separator: ",") + "]"
  }

  private func request(_ server: TestServer, _ range: ApodRange) throws -> ApodRequest {
    ApodRequest(
      endpoint: try WebURL(server.address("/apod").utf8), apiKey: "a&b", range: range)
  }

  /// Seconds since 1970 in UTC, and the day in New York that they belong to, around both changes of
  /// the clocks in 2024: 10 March and 3 November, each at 2 o'clock.
  private static let moments: [(moment: Int, today: String, start: Int, end: Int)] = [
    (1_710_046_799, "2024-03-09", 1_709_960_400, 1_710_046_800),
    (1_710_046_800, "2024-03-10", 1_710_046_800, 1_710_129_600),
    (1_710_129_599, "2024-03-10", 1_710_046_800, 1_710_129_600),
    (1_710_129_600, "2024-03-11", 1_710_129_600, 1_710_216_000),
    (1_730_606_399, "2024-11-02", 1_730_520_000, 1_730_606_400),
    (1_730_606_400, "2024-11-03", 1_730_606_400, 1_730_696_400),
    (1_730_696_399, "2024-11-03", 1_730_606_400, 1_730_696_400),
    (1_730_696_400, "2024-11-04", 1_730_696_400, 1_730_782_800),
  ]

  @Test(arguments: moments)
  func `today's photo is valid until midnight in New York, older ones for ever`(
    moment: Int, today: String, start: Int, end: Int
  ) throws {
    let date = try #require(CivilDate(today))
    let days = [-1, 0, 1].map { date.advanced(byDays: $0).description } + ["no date"]
    let origin = FeedOrigin(address: try WebURL("https://api.nasa.gov/".utf8))
    let text = Self.list(days)
    var page = try FeedReader(origin: origin).read(Array(text.utf8))
    page.origin = origin
    var route = ApodRoute(
      ApodRequest(endpoint: try #require(origin.address), range: .last(2)),
      clock: WallClock { moment })
    let request = try route.first()
    #expect(request.keptSince == start)
    #expect("\(request.location)".contains("end_date=\(today)&"))
    let photos = route.photos(of: page).compactMap(\.onWeb)
    #expect(
      photos.map(\.lifetime) == [
        .asServed, .between(start: start, end: end), .between(start: start, end: end), .forever,
      ])
    #expect(photos.allSatisfy { !$0.mayReachPrivateNetworks })
  }

  @Test func `the newest day is first, and the list is requested once per day`() async throws {
    let stage = FeedStage(date: 1_730_610_000) { _, connection in
      connection.answer(
        "200 OK", ["Cache-Control: max-age=0", "ETag: \"1\""],
        text: Self.list(["2024-11-01", "2024-11-02", "2024-11-03"]))
    }
    for _ in 0..<2 {
      let catalog = FeedCatalog(
        ApodRoute(try request(stage.server, .last(3)), clock: WallClock { 1_730_610_000 }),
        client: stage.client, demand: stage.demand)
      let snapshot = await FollowedCatalog.whole(catalog)
      #expect(snapshot?.names == ["2024-11-03", "2024-11-02", "2024-11-01"])
    }
    #expect(
      stage.server.asked.map(\.target) == [
        "/apod?api_key=a%26b&start_date=2024-11-01&end_date=2024-11-03&thumbs=true"
      ])
  }

  @Test func `many days are requested in parts, the newest first, as demand grows`() async throws {
    let stage = FeedStage(wanting: 1) { request, connection in
      connection.answer(text: Self.list([request.target.contains("end_date=2024") ? "b" : "a"]))
    }
    var catalog = FollowedCatalog(
      FeedCatalog(
        ApodRoute(try request(stage.server, .last(1_001)), clock: WallClock { 1_730_610_000 }),
        client: stage.client, demand: stage.demand))
    #expect(await catalog.next()?.hasMore == true)
    stage.demand.want(2)
    #expect(await catalog.next()?.names == ["b", "a"])
    #expect(
      stage.server.asked.map { $0.target.drop { $0 != "s" } } == [
        "start_date=2022-02-08&end_date=2024-11-03&thumbs=true",
        "start_date=2022-02-07&end_date=2022-02-07&thumbs=true",
      ])
  }

  @Test func `a 403 gives a notice about API keys, and a future date is refused`() async throws {
    let stage = FeedStage { _, connection in connection.answer("403 Forbidden") }
    let refused = FeedCatalog(
      ApodRoute(try request(stage.server, .last(1))), client: stage.client, demand: stage.demand)
    #expect(
      await FollowedCatalog.whole(refused)?.notices.first?.problem.contains("--api-key") == true)
    let future = ApodRange.since(try #require(CivilDate("9999-01-01")))
    let early = FeedCatalog(
      ApodRoute(try request(stage.server, future)), client: stage.client, demand: stage.demand)
    #expect(
      await FollowedCatalog.whole(early)?.notices.map(\.problem) == ["the date is in the future"])
  }

  @Test(arguments: [
    ("apod://", true), ("apod://2024-02-29", true), ("apod://2023-02-29", false),
    ("apod://today", false),
  ])
  func `an address names the last days or those since a valid date`(address: String, isRead: Bool) {
    let stage = FeedStage { _, connection in connection.answer("403 Forbidden") }
    let provider = ApodProvider(apiKey: "k")
    #expect(provider.provides(ByteString(address)))
    let catalog = try? provider.catalog(
      of: ByteString(address), isPaged: false, client: stage.client, demand: stage.demand)
    #expect((catalog != nil) == isRead)
  }
}
