import Base
import CatalogStage
import Catalogs
import HTTP
import Storage
import Synchronization
import TestServer
import TestSupport
import Testing

@Suite("Photos of a bucket", .integration, .timeLimit(.minutes(30)))
struct S3CatalogTests {
  /// An object as a list has it: a key in the form of a list, its size and its tag.
  private static func object(_ key: String, size: Int = 9, tag: String = "&quot;t&quot;") -> String
  {
    """
    <Contents><Key>\(key)</Key><LastModified>2024-05-01T12:30:00.000Z</LastModified>\
    <ETag>\(tag)</ETag><Size>\(size)</Size><StorageClass>STANDARD</StorageClass></Contents>
    """
  }

  private static func list(_ objects: [String], next: String? = nil, isEncoded: Bool = true)
    -> String
  {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>\
    \(isEncoded ? "<EncodingType>url</EncodingType>" : "")<IsTruncated>\(next != nil)</IsTruncated>\
    \(objects.joined())\(next.map { "<NextContinuationToken>\($0)</NextContinuationToken>" } ?? "")\
    </ListBucketResult>
    """
  }

  /// A server with the given responses, and its client.
  private func stage(
    wanting count: Int = .max, signers: [RequestSigner] = [],
    _ answer: @escaping TestServer.Answering
  ) -> FeedStage {
    FeedStage(wanting: count, signers: signers, answer)
  }

  private func catalog(
    _ address: String, on stage: FeedStage, key: (id: String, secret: String)? = nil,
    isRecursive: Bool = true, isPaged: Bool = false
  ) throws -> any PhotoCatalog {
    var given = S3Settings.Given()
    given.endpoint = try WebURL(stage.server.address("/").utf8)
    let variables = key.map { ["AWS_ACCESS_KEY_ID": $0.id, "AWS_SECRET_ACCESS_KEY": $0.secret] }
    let provider = S3Provider(
      isRecursive: isRecursive, keptIn: isPaged ? PhotoIndex(folder: nil) : nil
    ) { [given] () throws(CatalogError) in
      try S3Settings(given, variable: { variables?[$0] }) { _ in nil }
    }
    return try provider.catalog(
      of: ByteString(address), isPaged: true, client: stage.client, demand: stage.demand)
  }

  @Test(arguments: [false, true])
  func `the list ends after 100 empty pages that announce more`(isPaged: Bool) async throws {
    let count = Mutex(0)
    let stage = stage { _, connection in
      let number = count.withLock { count in
        count += 1
        return count
      }
      connection.answer(text: Self.list([], next: "t\(number)"))
    }
    var followed = FollowedCatalog(try catalog("s3://b/", on: stage, isPaged: isPaged))
    let snapshot = await followed.next { $0.isComplete && !$0.hasMore }
    #expect(stage.server.asked.count == 100)
    #expect(snapshot?.notices.map(\.isFailure) == [true])
    #expect(snapshot?.notices.first?.problem.contains("100 empty pages in a row") == true)
  }

  @Test(arguments: [false, true])
  func `a page repeated under another token ends the list`(isPaged: Bool) async throws {
    let count = Mutex(0)
    let stage = stage { _, connection in
      let number = count.withLock { count in
        count += 1
        return count
      }
      connection.answer(
        text: Self.list([Self.object("a.jpg"), "<Contents/>"], next: "t\(number)"))
    }
    var followed = FollowedCatalog(try catalog("s3://b/", on: stage, isPaged: isPaged))
    let snapshot = await followed.next { $0.isComplete && !$0.hasMore }
    #expect(stage.server.asked.count == 2)
    #expect(snapshot?.notices.contains { $0.problem.contains("repeats a page") } == true)
  }

  @Test func `a negative size is unknown`() async throws {
    let stage = stage { _, connection in
      connection.answer(text: Self.list([Self.object("a.jpg", size: -5)]))
    }
    let snapshot = await FollowedCatalog.whole(try catalog("s3://b/", on: stage))
    #expect(snapshot?.photos.map { $0.onWeb?.byteCount } == [nil])
  }

  @Test func `photos are listed with their listed facts, and other objects are not`() async throws {
    let objects = [
      Self.object("2024%2Fa+b%2B%C3%BC.jpg", size: 123, tag: "abc-2"), Self.object("2024/"),
      Self.object("2024/empty.jpg", size: 0), Self.object("2024/notes.txt"),
      Self.object("2024/.hidden.jpg"), Self.object("2024/%FF.JPG"),
    ]
    let stage = stage { _, connection in connection.answer(text: Self.list(objects)) }
    let snapshot = await FollowedCatalog.whole(try catalog("s3://b/2024", on: stage))
    #expect(
      snapshot?.photos.map(\.name) == [
        ByteString("a b+\u{FC}.jpg"), ByteString([0xFF] + ".JPG".utf8),
      ])
    #expect(snapshot?.notices == [])
    let first = try #require(snapshot?.photos.first?.onWeb)
    #expect(first.description == "s3://b/2024/a b+\u{FC}.jpg")
    #expect(first.byteCount == 123)
    #expect(first.modified == 1_714_566_600)
    #expect(first.lifetime == .version("abc-2"))
    #expect(first.mayReachPrivateNetworks)
    #expect(
      first.renditions.map(\.address.publicText) == [
        stage.server.address("/b/2024/a%20b%2B%C3%BC.jpg")
      ])
    #expect(
      stage.server.asked.map(\.target) == ["/b?encoding-type=url&list-type=2&prefix=2024%2F"])
    #expect(stage.server.asked[0].headers["authorization"] == nil)
  }

  @Test func `a common prefix is a subfolder`() async throws {
    let prefixes = [
      "2024/b+c/", "2024/a%2Fx/", "2024/.git/", "2024//", "2024/10/", "2024/9/", "2023/",
    ]
    let folders = prefixes.map { "<CommonPrefixes><Prefix>\($0)</Prefix></CommonPrefixes>" }
    let stage = stage(wanting: 1) { request, connection in
      let isFirst = !request.target.contains("token=")
      connection.answer(
        text: Self.list(
          isFirst ? folders : [Self.object("2024/z.jpg")] + folders.suffix(3),
          next: isFirst ? "2" : nil))
    }
    var followed = FollowedCatalog(try catalog("s3://b/2024", on: stage, isRecursive: false))
    // Folders count towards the demand as well.
    let first = await followed.next { $0.isComplete }
    #expect(first?.hasMore == true)
    #expect(first?.folders.map(\.name) == ["9", "10", "b c"].map { ByteString($0) })
    #expect(first?.folders.map(\.path).last == ByteString("s3://b/2024/b c/"))
    #expect(first?.place == ByteString("s3://b/2024/"))
    stage.demand.want(10)
    let last = await followed.next { $0.isComplete && !$0.hasMore }
    #expect(last?.folders == first?.folders)
    #expect(last?.names == ["z.jpg"])
    #expect(
      stage.server.asked.map(\.target) == [
        "/b?delimiter=%2F&encoding-type=url&list-type=2&prefix=2024%2F",
        "/b?continuation-token=2&delimiter=%2F&encoding-type=url&list-type=2&prefix=2024%2F",
      ])
  }

  @Test func `a folder's preview needs only its first page`() async throws {
    let stage = stage { request, connection in
      let names = ["c10", "c9", "c3", "c2", "c1"].map { "2024/\($0).jpg" }
      let document = Self.list(
        names.map { Self.object($0) } + [
          "<CommonPrefixes><Prefix>2024/x/</Prefix></CommonPrefixes>"
        ],
        next: "2")
      if request.target.hasSuffix("prefix=2024%2F") {
        connection.answer(text: document)
      } else {
        connection.answer("403 Forbidden")
      }
    }
    var given = S3Settings.Given()
    given.endpoint = try WebURL(stage.server.address("/").utf8)
    let provider = S3Provider(isRecursive: false) { [given] () throws(CatalogError) in
      try S3Settings(given, variable: { _ in nil }) { _ in nil }
    }
    let peeker = ServedFolderPreviews(
      SourceCatalogs(isRecursive: false, providers: [provider], client: stage.client))
    let peek = try await peeker.preview(of: ByteString("s3://b/2024/"))
    #expect(peek.photoCount == 5 && peek.folderCount == 1 && peek.hasMore)
    #expect(
      peek.cover.map(\.name) == ["c1.jpg", "c2.jpg", "c3.jpg", "c9.jpg"].map { ByteString($0) })
    #expect(stage.server.asked.count == 1)
    await #expect(throws: CatalogError.self) {
      try await peeker.preview(of: ByteString("s3://b/x/"))
    }
  }

  @Test func `a folder without photos reports its number of subfolders`() async throws {
    let stage = stage { _, connection in
      connection.answer(
        text: Self.list(["<CommonPrefixes><Prefix>a/</Prefix></CommonPrefixes>"]))
    }
    let snapshot = await FollowedCatalog.whole(
      try catalog("s3://b", on: stage, isRecursive: false))
    #expect(
      snapshot?.emptyFolders == [EmptyFolder(path: ByteString("s3://b/"), subfolderCount: 1)])
  }

  @Test func `a named photo is the only one`() async throws {
    let stage = stage { _, connection in
      connection.answer(text: Self.list([Self.object("2024/a.jpg")]))
    }
    let snapshot = await FollowedCatalog.whole(
      try catalog("s3://b/2024/a.jpg", on: stage, isRecursive: false))
    #expect(snapshot?.names == ["a.jpg"])
    #expect(snapshot?.place == nil)
  }

  @Test func `keys of a server that does not encode them are read literally`() async throws {
    let stage = stage { _, connection in
      connection.answer(text: Self.list([Self.object("a+b%41&amp;.jpg")], isEncoded: false))
    }
    let snapshot = await FollowedCatalog.whole(try catalog("s3://b", on: stage))
    #expect(snapshot?.names == ["a+b%41&.jpg"])
  }

  @Test func `pages are loaded as demand grows, and a repeated token ends the list`() async throws {
    let stage = stage(wanting: 1) { request, connection in
      let page =
        request.target.contains("token=1%2F2") ? 2 : request.target.contains("token=") ? 3 : 1
      let next = ["1/2", "3=", "1/2"][page - 1]
      connection.answer(text: Self.list([Self.object("\(page).jpg")], next: next))
    }
    var followed = FollowedCatalog(try catalog("s3://b", on: stage))
    #expect(await followed.next()?.hasMore == true)
    #expect(stage.server.asked.count == 1)
    stage.demand.want(2)
    #expect(await followed.next()?.names == ["1.jpg", "2.jpg"])
    #expect(stage.server.asked.count == 2)
    stage.demand.want(10)
    let last = await followed.next { $0.isComplete && !$0.hasMore }
    #expect(last?.names == ["1.jpg", "2.jpg", "3.jpg"])
    #expect(last?.notices.count == 1)
    #expect(stage.server.asked.count == 3)
  }

  @Test func `an object with a changed tag is another photo`() async throws {
    let count = Recorder<Int>()
    let stage = stage { _, connection in
      count.add(1)
      connection.answer(
        text: Self.list([Self.object("a.jpg", tag: "v\(count.all.count)"), Self.object("b.jpg")]))
    }
    let catalog = try catalog("s3://b", on: stage)
    let first = await FollowedCatalog.whole(catalog)?.photos
    let second = await FollowedCatalog.whole(catalog)?.photos
    #expect(first?.first != second?.first)
    #expect(first?.last == second?.last)
  }

  @Test(arguments: [
    ("403 Forbidden", nil, "no key was found"), ("403 Forbidden", "k", "clock"),
    ("404 Not Found", nil, "no such bucket"), ("500 Internal Error", nil, "server error (500)"),
  ])
  func `a failed list gives a notice with the reason`(status: String, key: String?, words: String)
    async throws
  {
    let stage = stage { _, connection in connection.answer(status) }
    let catalog = try catalog("s3://b", on: stage, key: key.map { ($0, "secret") })
    let notice = await FollowedCatalog.whole(catalog)?.notices.first
    #expect(notice?.problem.contains(words) == true)
    #expect(notice?.source == "s3://b/")
    #expect(notice?.isFailure == true)
  }

  @Test(arguments: [
    "<html></html>", "", "{}", "<Error><Code>AccessDenied</Code></Error>",
    "<ListBucketResult><Contents>",
  ])
  func `a response that is not a list gives a notice`(document: String) async throws {
    let stage = stage { _, connection in connection.answer(text: document) }
    let snapshot = await FollowedCatalog.whole(try catalog("s3://b", on: stage))
    #expect(snapshot?.photos == [])
    #expect(snapshot?.notices.count == 1)
  }

  @Test func `an invalid address or a missing key gives a notice in the combined catalog`()
    async throws
  {
    let stage = stage { _, connection in connection.answer("404 Not Found") }
    let provider = S3Provider(isRecursive: false) { () throws(CatalogError) in
      throw .provider("no key")
    }
    for (address, words) in [("s3://", "no bucket name"), ("s3://b", "no key")] {
      let source = try PhotoSource(argument: ByteString(address), providers: [provider])
      #expect(source == .provided(ByteString(address)))
      let catalogs = SourceCatalogs(isRecursive: false, providers: [provider], client: stage.client)
      let snapshot = await FollowedCatalog.whole(
        catalogs.catalog(of: [source], demand: stage.demand))
      #expect(snapshot?.notices.first?.problem.contains(words) == true)
    }
  }
}
