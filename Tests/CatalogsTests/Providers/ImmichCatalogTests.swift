import Base
import CatalogStage
import Catalogs
import HTTP
import Imaging
import TestServer
import TestSupport
import Testing

@Suite("Photos of Immich", .integration, .timeLimit(.minutes(30)))
struct ImmichCatalogTests {
  private static let photos = [
    ImmichServer.Photo(1, "lake.jpg", "2024-05-01T23:30:05", album: "Trip"),
    ImmichServer.Photo(2, "hill.heic", "2024-05-01T12:00:00"),
    ImmichServer.Photo(3, "lake2.jpg", "2024-04-30T08:00:00", album: "Trip"),
    ImmichServer.Photo(4, "film.mp4", "2023-01-02T08:00:00", album: "Trip"),
    ImmichServer.Photo(5, "other.jpg", "2022-01-02T08:00:00", album: "shared"),
  ].map { photo in
    var photo = photo
    photo.isVideo = photo.name.hasSuffix("mp4")
    return photo
  }

  private let server: TestServer
  private let folder = TemporaryFolder()

  init() {
    server = TestServer(ImmichServer(Self.photos).answer)
  }

  private func catalog(
    _ path: String = "", at server: TestServer? = nil, key: String? = ImmichServer.key,
    demand: CatalogDemand = CatalogDemand(.max), isOffline: Bool = false, isPaged: Bool = false
  ) throws -> any PhotoCatalog {
    let server = server ?? self.server
    let provider = ImmichProvider.all { () throws(CatalogError) in key }[0]
    let address = ByteString("immich" + server.address(path).dropFirst("http".count))
    let access = try provider.access(for: address)
    let client = HTTPClient(
      configuration: HTTPConfiguration(
        access: access,
        proxies: ProxyVariables { _ in nil }, trust: TLSOptions { _ in nil },
        isOffline: isOffline),
      cache: ResponseCache(folder: folder.name("cache")))
    return try provider.catalog(of: address, isPaged: isPaged, client: client, demand: demand)
  }

  @Test func `months are loaded as demand grows, the newest first`() async throws {
    let demand = CatalogDemand(1)
    var followed = FollowedCatalog(try catalog(demand: demand))
    let first = await followed.next()
    #expect(first?.names == ["2024-05-02 05.00.05", "2024-05-01 17.30.00"])
    #expect(first?.hasMore == true)
    #expect(first?.totalCount == 5)
    #expect(
      server.asked.map(\.path) == [
        "/api/server/version", "/api/timeline/buckets", "/api/timeline/bucket",
      ])
    demand.want(3)
    #expect(await followed.next()?.photos.count == 3)
    #expect(server.asked.count == 4)
    demand.want(.max)
    let last = await followed.next { $0.isComplete && !$0.hasMore }
    #expect(last?.photos.count == 5)
    #expect(last?.totalCount == nil)
    #expect(last?.notices == [])
    #expect(server.asked.count == 6)
    #expect(server.asked[2].target.hasSuffix("&timeBucket=2024-05-01"))
  }

  @Test func `a paged catalog counts all photos by two requests and loads a month by one more`()
    async throws
  {
    let snapshot = try #require(await FollowedCatalog.whole(try catalog(isPaged: true)))
    let paged = try #require(snapshot.paged)
    #expect(snapshot.count == 5 && snapshot.entries.isEmpty && snapshot.notices.isEmpty)
    #expect(
      paged.pages.map {
        "\($0.key.lossyText) \($0.count) \($0.month?.year ?? 0)-\($0.month?.number ?? 0)"
      }
        == [
          "2024-05-01 2 2024-5", "2024-04-01 1 2024-4", "2023-01-01 1 2023-1",
          "2022-01-01 1 2022-1",
        ])
    #expect(paged.order == .latestTaken)
    #expect(server.asked.map(\.path) == ["/api/server/version", "/api/timeline/buckets"])
    _ = try await paged.load(page: paged.page(of: 3))
    #expect(server.asked.count == 3)
    #expect(server.asked[2].target.hasSuffix("&timeBucket=2023-01-01"))
    #expect(paged[3]?.photo.onWeb?.isVideo == true)
    #expect(paged[0] == nil)
    let whole = await FollowedCatalog.whole(try catalog())
    for page in paged.pages.indices { _ = try await paged.load(page: page) }
    #expect((0..<5).map { paged[$0]?.photo } == whole?.photos)
    let offline = await FollowedCatalog.whole(try catalog(isOffline: true, isPaged: true))
    #expect(offline?.count == 5)
  }

  @Test(arguments: ["/albums/Trip", "/?lake"])
  func `albums and searches are not paged`(path: String) async throws {
    let snapshot = await FollowedCatalog.whole(try catalog(path, isPaged: true))
    #expect(snapshot?.paged == nil && snapshot?.photos.isEmpty == false)
  }

  @Test func `a wrong key gives a notice, and invalid months are dropped or limited`() async throws
  {
    let snapshot = await FollowedCatalog.whole(try catalog(key: "wrong", isPaged: true))
    #expect(snapshot?.notices.first?.problem.contains("IMMICH_API_KEY") == true)
    let months =
      #"[{"timeBucket":"x","count":-1},{"timeBucket":"y","count":1e99},{"timeBucket":"2024-13-01","count":2},{"timeBucket":"2024-13-01","count":2},7]"#
    let other = TestServer { request, connection in
      let isVersion = request.path == "/api/server/version"
      connection.answer(text: isVersion ? #"{"major":2,"minor":0}"# : months)
    }
    let damaged = await FollowedCatalog.whole(try catalog(at: other, isPaged: true))
    #expect(
      damaged?.paged?.pages == [
        EntryPage(key: ByteString("x"), count: 1),
        EntryPage(key: ByteString("y"), count: EntryPage.maxPhotos),
        EntryPage(key: ByteString("2024-13-01"), count: 2),
      ])
  }

  @Test func `a photo's facts are known from its month before it is loaded`() async throws {
    let photos = try #require(await FollowedCatalog.whole(try catalog())?.photos)
    let photo = try #require(photos[0].onWeb)
    #expect(
      photo.description == "immich\(server.address("/").dropFirst(4))photos/\(Self.photos[0].id)")
    #expect(photo.hint != nil)
    #expect(photo.title?.bytes == Array("Berlin, Germany".utf8))
    #expect(photo.modified == 1_714_606_205)
    #expect(photo.taken == 1_714_606_205 + 19_800)
    #expect(!photo.isVideo)
    let base = server.address("/api/assets/\(Self.photos[0].id)/")
    let hash = "&c=1QcSHQRnh493V4dIh4eXh1h4kJUI"
    #expect(
      photo.renditions.map(\.address.publicText) == [
        base + "thumbnail?size=thumbnail" + hash, base + "thumbnail?size=preview" + hash,
        base + "original",
      ])
    #expect(photo.renditions.map(\.width) == [375, 2_160, nil])
    let film = try #require(photos[3].onWeb)
    #expect(film.isVideo)
    #expect(film.renditions.count == 2)
  }

  @Test(arguments: [
    ("/albums/Trip", ["lake.jpg", "lake2.jpg", "film.mp4"]),
    ("/albums/\(ImmichServer.id(900))", ["lake.jpg", "lake2.jpg", "film.mp4"]),
    ("/album/shared", ["other.jpg"]), ("/?lake", ["lake.jpg", "lake2.jpg"]),
    ("/?isFavorite=true", ["lake.jpg", "hill.heic", "lake2.jpg", "film.mp4", "other.jpg"]),
    ("/photos/\(ImmichServer.id(2))", ["hill.heic"]),
  ])
  func `albums and searches are read page by page`(path: String, names: [String]) async throws {
    let snapshot = await FollowedCatalog.whole(try catalog(path))
    #expect(snapshot?.names == names)
    #expect(snapshot?.notices == [])
    let photo = try #require(snapshot?.photos.first?.onWeb)
    #expect(photo.byteCount == 1_234)
    #expect(photo.largestSize.map { [$0.width, $0.height] } == [3_000, 4_000])
    #expect(photo.renditions.map(\.height) == [333, 1_920, 4_000])
  }

  @Test(arguments: [
    ("/albums/none", ImmichServer.key, "no such album"), ("", "wrong", "IMMICH_API_KEY"),
    ("", nil, "IMMICH_API_KEY"), ("/photos/\(ImmichServer.id(77))", ImmichServer.key, "404"),
  ])
  func `a failure gives a notice with the reason, without the key`(
    path: String, key: String?, words: String
  ) async throws {
    let notice = await FollowedCatalog.whole(try catalog(path, key: key))?.notices.first
    #expect(notice?.problem.contains(words) == true)
    #expect(notice?.isFailure == true)
    #expect(notice?.problem.contains("wrong") == false)
  }

  @Test(arguments: [
    (#"{"major":1,"minor":136,"patch":0}"#, "1.136"), ("<html>", "not an Immich"),
    ("{}", "not an Immich"),
    (#"{"major":1e300,"minor":0}"#, "not an Immich"),
  ])
  func `another or an outdated server gives a notice`(document: String, words: String) async throws
  {
    let other = TestServer { _, connection in connection.answer(text: document) }
    let snapshot = await FollowedCatalog.whole(try catalog(at: other))
    #expect(snapshot?.notices.first?.problem.contains(words) == true)
    #expect(snapshot?.photos == [])
    #expect(other.asked.count == 1)
  }

  @Test(arguments: [
    #"{"id":["../../x",1,null,"00000000-0000-4000-8000-000000000001"],"ratio":[1,2,3,1e300],"fileCreatedAt":[0,0,0,"x"],"localOffsetHours":[0,0,0,1e300]}"#,
    #"{"id":["","","-","00000000-0000-4000-8000-000000000001"],"ratio":[],"thumbhash":["","","","////"]}"#,
  ])
  func `invalid photos of a month are skipped and counted`(document: String) async throws {
    let other = TestServer { request, connection in
      switch request.path {
      case "/api/server/version": connection.answer(text: #"{"major":2,"minor":0}"#)
      case "/api/timeline/buckets":
        connection.answer(text: #"[{"timeBucket":"a&b=/../c","count":4},{"count":1},7]"#)
      default: connection.answer(text: document)
      }
    }
    let snapshot = await FollowedCatalog.whole(try catalog(at: other))
    #expect(snapshot?.names == ["00000000-0000-4000-8000-000000000001"])
    #expect(snapshot?.skipped.faulty == 3)
    #expect(other.asked.count == 3)
    #expect(other.asked.last?.target.hasSuffix("&timeBucket=a%26b%3D%2F..%2Fc") == true)
  }

  @Test func `the key is sent to its server only, and listed photos are available offline`()
    async throws
  {
    let names = await FollowedCatalog.whole(try catalog())?.names
    #expect(server.asked.allSatisfy { $0.headers["x-api-key"] == ImmichServer.key })
    let count = server.asked.count
    #expect(await FollowedCatalog.whole(try catalog(isOffline: true))?.names == names)
    let stranger = await FollowedCatalog.whole(try catalog(key: "other", isOffline: true))
    #expect(stranger?.photos == [])
    #expect(server.asked.count == count)
    let other = TestServer(host: "127.0.0.2") { _, connection in connection.answer(text: "{}") }
    let target = other.address("/x")
    let leading = TestServer { _, connection in
      connection.answer("307 Temporary Redirect", ["Location: \(target)"])
    }
    _ = await FollowedCatalog.whole(try catalog(at: leading))
    #expect(other.asked.map { $0.headers["x-api-key"] } == [nil])
  }

  @Test func `an invalid key is refused before any request`() throws {
    for key in ["", " \n", "a\u{FC}b"] {
      let provider = ImmichProvider.all { () throws(CatalogError) in key }[0]
      #expect(throws: CatalogError.self) { try provider.access(for: ByteString("immich://h")) }
    }
    let provider = ImmichProvider.all { () throws(CatalogError) in " k3y\n" }[1]
    #expect(try provider.access(for: ByteString("immich+http://h")).headers.count == 1)
  }
}
