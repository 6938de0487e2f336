import Base
import CatalogStage
import Catalogs
import HTTP
import Storage
import TestServer
import TestSupport
import Testing

/// Lists of buckets that are cached in the index.
@Suite("Cached lists of buckets", .integration, .timeLimit(.minutes(30)))
struct S3ListingTests {
  private static let day = 86_400

  private let folder = TemporaryFolder()

  /// A run of the program: a catalog over the index that all of them share.
  private struct Run {
    let demand: CatalogDemand
    var followed: FollowedCatalog
  }

  private func server(_ bucket: ScriptedBucket) -> TestServer {
    TestServer { bucket.answer($0, $1) }
  }

  private static func names(_ numbers: Range<Int>) -> [String] {
    numbers.map { "\(100_000 + $0).jpg" }
  }

  private func run(
    at server: TestServer, wanting count: Int = 1, isRecursive: Bool = true, now: Int = 1_000,
    isOffline: Bool = false, key: (id: String, secret: String)? = nil
  ) throws -> Run {
    let index = PhotoIndex(folder: folder.name("cache"), wallClock: WallClock { now })
    var given = S3Settings.Given()
    given.endpoint = try WebURL(server.address("/").utf8)
    let variables = key.map { ["AWS_ACCESS_KEY_ID": $0.id, "AWS_SECRET_ACCESS_KEY": $0.secret] }
    let provider = S3Provider(isRecursive: isRecursive, keptIn: index) {
      [given] () throws(CatalogError) in
      try S3Settings(given, variable: { variables?[$0] }) { _ in nil }
    }
    let access = try provider.access(for: ByteString("s3://b"))
    let client = HTTPClient(
      configuration: HTTPConfiguration(
        access: access,
        proxies: ProxyVariables { _ in nil }, trust: TLSOptions { _ in nil },
        isOffline: isOffline),
      cache: ResponseCache(folder: folder.name("responses")))
    let demand = CatalogDemand(count)
    let catalogs = SourceCatalogs(
      isRecursive: isRecursive, isPaged: true, providers: [provider], client: client)
    let catalog = catalogs.catalog(of: [PhotoSource.provided(ByteString("s3://b"))], demand: demand)
    return Run(demand: demand, followed: FollowedCatalog(catalog))
  }

  /// The next complete snapshot of a run.
  private func rested(_ run: Run) async throws -> CatalogSnapshot {
    var run = run
    return try #require(await run.followed.next())
  }

  /// The requests to a server, without their constant parts.
  private static func asked(_ server: TestServer, from first: Int = 0) -> [String] {
    server.asked.dropFirst(first).map { request in
      request.target.replacing("/b?", with: "")
        .replacing("encoding-type=url&list-type=2&", with: "").replacing("prefix=", with: "")
        .replacing("max-keys=256&", with: "first&")
    }
  }

  @Test func `a cached list needs no request and is continued as demand grows`()
    async throws
  {
    let server = server(ScriptedBucket(Self.names(0..<30)))
    var first = try run(at: server)
    #expect(await first.followed.next()?.names == Self.names(0..<10))
    first.demand.want(11)
    let more = await first.followed.next { $0.isComplete && $0.count > 10 }
    #expect(more?.names == Self.names(0..<20) && more?.hasMore == true)
    #expect(Self.asked(server) == ["first&", "continuation-token=100009.jpg&"])

    var second = try run(at: server)
    let kept = await second.followed.next()
    #expect(kept?.names == Self.names(0..<20) && kept?.hasMore == true && kept?.notices == [])
    #expect(kept?.photos.first?.onWeb?.lifetime == .version("100000.jpg"))
    #expect(server.asked.count == 2)
    second.demand.want(25)
    let last = await second.followed.next { $0.isComplete && $0.count > 20 }
    #expect(last?.names == Self.names(0..<30) && last?.hasMore == false)
    #expect(last?.entries.prefix(20) == kept?.entries[...])
    #expect(Self.asked(server, from: 2) == ["&start-after=100019.jpg"])
  }

  @Test func `the first page has up to 256 objects, all others as many as the server sends`()
    async throws
  {
    let server = server(ScriptedBucket(Self.names(0..<1_500), pageSize: 1_000))
    var run = try run(at: server)
    #expect(await run.followed.next()?.count == 256)
    run.demand.want(257)
    #expect(await run.followed.next { $0.isComplete && $0.count > 256 }?.count == 1_256)
    #expect(Self.asked(server) == ["first&", "continuation-token=100255.jpg&"])
  }

  @Test func `a complete cached list is extended by one request for objects behind its end`()
    async throws
  {
    let bucket = ScriptedBucket(Self.names(0..<25))
    let server = server(bucket)
    #expect(try await rested(run(at: server, wanting: .max)).count == 25)
    bucket.add(Self.names(25..<27) + ["000.jpg"])
    var second = try run(at: server)
    #expect(await second.followed.next { _ in true }?.count ?? 0 >= 25)
    let all = await second.followed.next()
    #expect(all?.names == Self.names(0..<27))
    #expect(Self.asked(server, from: 3) == ["&start-after=100024.jpg"])
    #expect(try await rested(run(at: server)).names == Self.names(0..<27))
  }

  @Test(arguments: [false, true])
  func `added and removed objects are found when the list is reread`(isOld: Bool) async throws {
    let bucket = ScriptedBucket(Self.names(0..<700), pageSize: 300)
    let server = server(bucket)
    let before = try await rested(run(at: server, wanting: .max))
    #expect(before.count == 700)
    bucket.add(["100350a.jpg", "100350b.jpg"])
    bucket.remove(["100010.jpg", "100699.jpg"])
    var second = try run(at: server, now: isOld ? 1_001 + Self.day : 1_000)
    let kept = await second.followed.next { isOld || $0.isComplete }
    if !isOld {
      #expect(kept?.names == before.names)
      second.demand.retry()
    }
    let after = await second.followed.next { $0.isComplete && $0.names.contains("100350a.jpg") }
    var expected = Self.names(0..<700) + ["100350a.jpg", "100350b.jpg"]
    expected.removeAll { ["100010.jpg", "100699.jpg"].contains($0) }
    #expect(after?.names == expected.sorted())
    // Photos that remain keep their ids.
    let known = Dictionary(
      (kept?.entries ?? []).map { ($0.photo.name, $0.id) }, uniquingKeysWith: { $1 })
    let changed = (after?.entries ?? []).filter { known[$0.photo.name] != $0.id }
    #expect(changed.map(\.photo.name.lossyText) == ["100350a.jpg", "100350b.jpg"])
    #expect(try await rested(run(at: server)).names == expected.sorted())
  }

  @Test func `an interrupted rereading is resumed and ends where the cached list ended`()
    async throws
  {
    let bucket = ScriptedBucket(Self.names(0..<2_000), pageSize: 300)
    let server = server(bucket)
    #expect(try await rested(run(at: server, wanting: 1_000)).count == 1_156)
    let later = 1_001 + Self.day
    bucket.fail(after: 2)
    var broken = try run(at: server, now: later)
    let failed = await broken.followed.next { !$0.notices.isEmpty }
    #expect(failed?.count == 1_156 && failed?.notices.first?.isFailure == true)
    bucket.fail(after: nil)
    let count = server.asked.count
    #expect(try await rested(run(at: server, now: later)).count == 1_156)
    #expect(
      Self.asked(server, from: count) == [
        "&start-after=100555.jpg", "continuation-token=100855.jpg&",
      ])
  }

  @Test func `a failing server leaves the cached list, and a retry continues behind it`()
    async throws
  {
    let bucket = ScriptedBucket(Self.names(0..<40))
    let server = server(bucket)
    bucket.fail(after: 2)
    var first = try run(at: server, wanting: .max)
    let broken = await first.followed.next { $0.isComplete }
    #expect(broken?.count == 20)
    #expect(broken?.notices.map(\.problem) == ["server error (500)"])
    var second = try run(at: server, wanting: 30)
    let kept = await second.followed.next { $0.isComplete }
    #expect(kept?.count == 20 && kept?.notices.first?.isFailure == true)
    let count = server.asked.count
    bucket.fail(after: nil)
    second.demand.retry()
    let last = await second.followed.next { $0.isComplete && $0.count > 20 }
    #expect(last?.names == Self.names(0..<30) && last?.notices == [])
    #expect(Self.asked(server, from: count) == ["&start-after=100019.jpg"])
  }

  @Test func `offline the cached list is shown without requests`() async throws {
    let server = server(ScriptedBucket(Self.names(0..<25)))
    let empty = try await rested(run(at: server, isOffline: true))
    #expect(empty.count == 0 && empty.notices.first?.isFailure == true)
    #expect(try await rested(run(at: server, wanting: .max)).count == 25)
    let count = server.asked.count
    for now in [1_000, 1_001 + Self.day] {
      let kept = try await rested(run(at: server, now: now, isOffline: true))
      #expect(kept.names == Self.names(0..<25) && kept.notices == [])
    }
    // A retry gives a notice.
    var offline = try run(at: server, isOffline: true)
    _ = await offline.followed.next { $0.isComplete }
    for _ in 0..<2 {
      offline.demand.retry()
      let told = await offline.followed.next { $0.isComplete && !$0.notices.isEmpty }
      #expect(told?.notices.map(\.problem) == ["offline: showing the last list"])
      #expect(told?.names == Self.names(0..<25))
    }
    #expect(server.asked.count == count)
  }

  @Test func `a list beyond the limit of entries becomes paged with the same ids`() async throws {
    let bucket = ScriptedBucket(Self.names(0..<20_000), pageSize: 1_000)
    let server = server(bucket)
    var first = try run(at: server, wanting: 15_500)
    let held = await first.followed.next { $0.isComplete }
    #expect(held?.entries.count == 16_256 && held?.paged == nil)
    first.demand.want(17_000)
    let more = await first.followed.next { $0.isComplete && $0.count > 16_256 }
    let paged = try #require(more?.paged)
    #expect(more?.entries == [] && more?.hasMore == true && paged.count == 17_256)
    #expect((0..<16_000).allSatisfy { paged.id(at: $0) == held?.entries[$0].id })
    first.demand.want(.max)
    let all = try #require(await first.followed.next { $0.isComplete && !$0.hasMore }?.paged)
    #expect(all.count == 20_000)
    #expect((0..<17_000).allSatisfy { all.id(at: $0) == paged.id(at: $0) })
    for rank in [0, 999, 1_000, 16_500, 19_999] {
      guard case .held = try await all.load(page: all.page(of: rank)) else {
        Issue.record("the page of \(rank) has changed")
        continue
      }
      #expect(all[rank]?.photo.name.lossyText == Self.names(rank..<rank + 1)[0])
      if rank < 16_000 { #expect(all[rank] == held?.entries[rank]) }
    }
    // Again from the index, and reread meanwhile.
    let count = server.asked.count
    var second = try run(at: server)
    let kept = try #require(await second.followed.next()?.paged)
    #expect(kept.count == 20_000 && server.asked.count == count + 1)
    second.demand.retry()
    _ = await second.followed.next { !$0.isComplete }
    let renewed = try #require(await second.followed.next()?.paged)
    #expect((0..<20_000).allSatisfy { renewed.id(at: $0) == kept.id(at: $0) })
    // Photos to keep have their ids, even on a page whose photos have changed.
    for rank in [500, 5_000, 19_999] { _ = try await renewed.load(page: renewed.page(of: rank)) }
    let marked = [500, 501, 5_000, 19_999]
    renewed.keep(exactly: Set(marked.map(renewed.id(at:))))
    bucket.add(["100400a.jpg", "104000a.jpg", "119999a.jpg"])
    bucket.remove(["100501.jpg", "119000.jpg"])
    second.demand.retry()
    _ = await second.followed.next { !$0.isComplete }
    let again = try #require(await second.followed.next { $0.count == 20_001 }?.paged)
    let found = marked.map { again.rank(of: renewed.id(at: $0)) }
    #expect(found == [501, nil, 5_001, 19_999])
    #expect(
      found.compactMap { $0.map { again[$0]?.photo.name.lossyText } }
        == ["100500.jpg", "105000.jpg", "119999.jpg"])
  }

  @Test func `subfolders are cached and listed once`() async throws {
    let bucket = ScriptedBucket(
      (0..<25).map { "f\($0)/a.jpg" } + ["f1.jpg", "f24.jpg", "g.jpg"], pageSize: 5)
    let server = server(bucket)
    let expected = (0..<25).map { ByteString("f\($0)") }
    var first = try run(at: server, wanting: 3, isRecursive: false)
    let some = try #require(await first.followed.next())
    #expect(some.folders.count + some.entries.count == 5 && some.hasMore)
    #expect(some.place == ByteString("s3://b/"))
    first.demand.want(.max)
    let all = await first.followed.next { $0.isComplete && !$0.hasMore }
    #expect(all?.folders.map(\.name) == expected)
    #expect(all?.names == ["f1.jpg", "f24.jpg", "g.jpg"])
    let known = Set(all?.folders ?? [])
    #expect(known.isSuperset(of: some.folders))
    bucket.add(["h/a.jpg", "a/a.jpg"])
    var second = try run(at: server, isRecursive: false)
    let kept = await second.followed.next { $0.isComplete }
    #expect(kept?.folders.map(\.name) == expected + [ByteString("h")])
    second.demand.retry()
    let renewed = await second.followed.next { $0.isComplete && $0.folders.count > 26 }
    #expect(renewed?.folders.map(\.name) == [ByteString("a")] + expected + [ByteString("h")])
    let later = Set(renewed?.folders ?? [])
    #expect(later.isSuperset(of: kept?.folders ?? []))
  }

  @Test func `a folder without photos reports its subfolders, also from the cache`() async throws {
    let server = server(ScriptedBucket(["a/b.jpg", "c.txt"]))
    for _ in 0..<2 {
      let snapshot = try await rested(run(at: server, isRecursive: false))
      #expect(
        snapshot.emptyFolders == [EmptyFolder(path: ByteString("s3://b/"), subfolderCount: 1)])
    }
  }

  @Test func `other objects are not cached but count for the key to continue after`() async throws {
    let server = server(
      ScriptedBucket(["a.jpg", "b.txt", "c.txt", "d.jpg", "e.txt"], pageSize: 2))
    #expect(try await rested(run(at: server)).names == ["a.jpg"])
    #expect(try await rested(run(at: server, wanting: .max)).names == ["a.jpg", "d.jpg"])
    #expect(try await rested(run(at: server)).names == ["a.jpg", "d.jpg"])
    #expect(
      Self.asked(server) == [
        "first&", "&start-after=b.txt", "continuation-token=d.jpg&", "&start-after=e.txt",
      ])
  }

  @Test func `a server that repeats its first page ends the list with a notice`() async throws {
    let server = TestServer { _, connection in
      connection.answer(
        text: """
          <ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>a.jpg</Key></Contents>\
          <NextContinuationToken>2</NextContinuationToken></ListBucketResult>
          """)
    }
    let snapshot = try await rested(run(at: server, wanting: .max))
    #expect(snapshot.names == ["a.jpg"])
    #expect(snapshot.notices.count == 1 && snapshot.notices.first?.isFailure == false)
    #expect(server.asked.count == 2)
  }

  @Test func `a damaged cached page has the whole list read again`() async throws {
    let server = server(ScriptedBucket(Self.names(0..<25)))
    #expect(try await rested(run(at: server, wanting: .max)).count == 25)
    let count = server.asked.count
    try SQLiteConnection.open(folder.name("cache/photos.sqlite"), patience: 1_000)
      .execute("UPDATE listing_objects SET objects = x'00' WHERE place & 255 = 1")
    let again = try await rested(run(at: server, wanting: .max))
    #expect(again.names == Self.names(0..<25))
    #expect(server.asked.count == count + 3)
  }

  @Test func `neither the key nor the secret is stored in the cache`() async throws {
    let server = server(ScriptedBucket(Self.names(0..<25)))
    let key = (id: "AKIDVERYPUBLIC", secret: "notForTheIndex")
    #expect(try await rested(run(at: server, wanting: .max, key: key)).count == 25)
    #expect(server.asked.first?.headers["authorization"]?.contains(key.id) == true)
    for name in folder.names(in: "cache") {
      guard let bytes = folder.bytes(ifThere: "cache/\(name)") else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains(key.id) && !text.contains(key.secret))
    }
  }
}
