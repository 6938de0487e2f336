import Base
import CatalogStage
import HTTP
import Synchronization
import TestServer
import TestSupport
import Testing

@testable import Catalogs

@Suite("Searches of Immich", .integration, .timeLimit(.minutes(30)))
struct ImmichSearchTests {
  private let folder = TemporaryFolder()

  private static func id(_ number: Int) -> String {
    "00000000-0000-4000-8000-0000000\(10_000 + number)"
  }

  /// A page of a search.
  private static func page(_ numbers: [Int], _ next: String) -> String {
    let items = numbers.map { #"{"id":"\#(id($0))","type":"IMAGE"}"# }
    return #"{"assets":{"items":[\#(items.joined(separator: ","))],\#(next)}}"#
  }

  /// The number of photos, the notices and the sent bodies.
  private func search(
    _ path: String, version: String = "3,1",
    _ answer: @escaping @Sendable (Int, AskedRequest) -> String
  ) async throws -> (count: Int, notices: [String], sent: [String]) {
    let count = Mutex(0)
    let numbers = version.split(separator: ",")
    let server = TestServer { request, connection in
      guard request.path != "/api/server/version" else {
        return connection.answer(text: #"{"major":\#(numbers[0]),"minor":\#(numbers[1])}"#)
      }
      let number = count.withLock { count in
        count += 1
        return count
      }
      connection.answer(text: answer(number, request))
    }
    let provider = ImmichProvider.all { () throws(CatalogError) in "key" }[0]
    let address = ByteString("immich" + server.address(path).dropFirst("http".count))
    let access = try provider.access(for: address)
    let client = HTTPClient(
      configuration: HTTPConfiguration(
        access: access, proxies: ProxyVariables { _ in nil },
        trust: TLSOptions { _ in nil }),
      cache: ResponseCache(folder: folder.name("cache")))
    let catalog = try provider.catalog(
      of: address, isPaged: false, client: client, demand: CatalogDemand(.max))
    let snapshot = try #require(await FollowedCatalog.whole(catalog))
    return (
      snapshot.photos.count, snapshot.notices.map(\.problem),
      server.asked.dropFirst().map(\.body)
    )
  }

  @Test func `a search ends when a page has only known photos`() async throws {
    let found = try await search("/?city=Oslo") { number, _ in
      Self.page([1, 2], #""nextPage":"2""#)
    }
    #expect(found.count == 2 && found.sent.count == 2)
    #expect(found.notices.count == 1 && found.notices[0].contains("repeats a page"))
  }

  @Test func `photos found twice by a search are shown once`() async throws {
    let found = try await search("/?city=Oslo") { number, _ in
      number == 1 ? Self.page([1, 2], #""nextPage":"2""#) : Self.page([2, 3], #""nextPage":null"#)
    }
    #expect(found.count == 3 && found.notices.isEmpty)
  }

  @Test func `a search ends after 100 empty pages`() async throws {
    let found = try await search("/?city=Oslo") { number, _ in
      Self.page([], #""nextPage":"\#(number + 1)""#)
    }
    #expect(found.sent.count == 100 && found.count == 0)
    #expect(found.notices.count == 1 && found.notices[0].contains("100 empty pages in a row"))
  }

  @Test func `the timeline ends after 100 months that are counted but empty`() async throws {
    let months = (0..<500).map { #"{"timeBucket":"m\#($0)","count":9}"# }
    let found = try await search("") { number, request in
      request.path.hasSuffix("buckets")
        ? "[\(months.joined(separator: ","))]" : #"{"id":[]}"#
    }
    #expect(found.sent.count == 101)
    #expect(found.notices.count == 1 && found.notices[0].contains("100 empty months in a row"))
  }

  @Test func `before 3.2 a search has flat fields and numbered pages`() async throws {
    let found = try await search("/?city=Oslo&isFavorite=true") { number, _ in
      Self.page([number], number == 1 ? #""nextPage":"2""# : #""nextPage":null"#)
    }
    #expect(found.count == 2)
    #expect(
      found.sent
        == (1...2).map {
          #"{"city":"Oslo","isFavorite":true,"withExif":true,"size":250,"page":\#($0)}"#
        })
  }

  @Test func `since 3.2 a search has a filter and cursors`() async throws {
    let found = try await search("/?city=Oslo&isFavorite=true", version: "3,2") { number, _ in
      Self.page(
        [number],
        number == 1
          ? #""nextPage":null,"nextCursor":"abc""# : #""nextPage":"3","nextCursor":null"#)
    }
    #expect(found.count == 2 && found.notices.isEmpty)
    let filter = #""filter":{"city":{"eq":"Oslo"},"isFavorite":{"eq":true}}"#
    #expect(
      found.sent == [
        #"{\#(filter),"withExif":true,"size":250}"#,
        #"{\#(filter),"withExif":true,"size":250,"cursor":"abc"}"#,
      ])
  }

  @Test func `a repeated cursor ends a search`() async throws {
    let found = try await search("/?city=Oslo", version: "4,0") { number, _ in
      Self.page([number], #""nextCursor":"abc""#)
    }
    #expect(found.count == 2 && found.notices.count == 1)
  }

  @Test(arguments: [
    ("personIds=a,b", #""filter":{"personIds":{"all":["a","b"]}}"#),
    (
      "takenAfter=2020-01-01&takenBefore=2021-01-01",
      #""filter":{"takenAt":{"gte":"2020-01-01","lte":"2021-01-01"}}"#
    ),
    (
      "originalFileName=x&rating=5",
      #""filter":{"originalFileName":{"like":"x"},"rating":{"eq":5}}"#
    ),
    ("isNotInAlbum=true", #""filter":{"hasAlbums":{"eq":false}}"#),
    ("ocr=exit&state=null", #""filter":{"ocr":{"matches":"exit"},"state":{"eq":null}}"#),
    ("order=asc", #""orderBy":{"direction":"asc"}"#), ("withStacked=true", #""withStacked":true"#),
  ])
  func `each flat field maps to a member of the filter`(words: String, members: String) {
    let search = ImmichSearch(words, albumID: nil, version: .structured)
    #expect("\(search.query(page: 1, cursor: nil))" == #"{\#(members),"withExif":true,"size":250}"#)
  }

  @Test func `a field without a filter member is sent flat, with all others`() {
    let search = ImmichSearch("city=Oslo&withDeleted=true", albumID: nil, version: .structured)
    #expect(
      "\(search.query(page: 3, cursor: nil))"
        == #"{"city":"Oslo","withDeleted":true,"withExif":true,"size":250,"page":3}"#)
  }

  @Test func `a smart search is paged; in an album since 3.2 it is one large page`() {
    let all = ImmichSearch("a lake", albumID: nil, version: .structured)
    #expect(
      "\(all.query(page: 2, cursor: nil))"
        == #"{"query":"a lake","withExif":true,"size":250,"page":2}"#)
    let album = ImmichSearch("a lake", albumID: "x", version: .structured)
    #expect(
      "\(album.query(page: 1, cursor: nil))"
        == #"{"query":"a lake","filter":{"albumIds":{"all":["x"]}},"withExif":true,"size":1000}"#)
    #expect(!album.hasNextPage(after: nil, nil) && all.hasNextPage(after: nil, nil))
  }
}
