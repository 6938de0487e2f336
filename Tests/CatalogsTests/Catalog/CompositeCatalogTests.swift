import Base
import CatalogStage
import Catalogs
import HTTP
import TestServer
import TestSupport
import Testing

@Suite("Composite catalog", .integration, .timeLimit(.minutes(30)))
struct CompositeCatalogTests {
  private func known(_ names: String...) -> KnownPhotos {
    KnownPhotos(names.map { Photo(path: ByteString($0)) })
  }

  @Test func `photos are in source order, whichever source responds first`() async throws {
    let gate = Gate()
    let stage = FeedStage { _, connection in
      gate.wait()
      connection.answer(text: #"["/late.jpg"]"#)
    }
    var catalog = FollowedCatalog(
      CompositeCatalog(
        [.init(known("a")), .init(try stage.feed("/feed")), .init(known("b", "c"))],
        demand: CatalogDemand(0)))
    let early = await catalog.next { $0.photos.count == 3 }
    #expect(early?.names == ["a", "b", "c"])
    #expect(early?.isComplete == false)
    gate.open()
    let late = await catalog.next()
    #expect(late?.names == ["a", "late.jpg", "b", "c"])
    #expect(late?.entries.filter { $0.photo.name != ByteString("late.jpg") } == early?.entries)
    #expect(await catalog.next { _ in true } == nil)
  }

  @Test func `skip counts and notices of all sources are combined`() async throws {
    let stage = FeedStage(["/feed": ([], #"["/a.jpg",7,8]"#)])
    let missing = FolderCatalog(arguments: [ByteString("/none")], isRecursive: false)
    let snapshot = await FollowedCatalog.whole(
      CompositeCatalog(
        [.init(try stage.feed("/feed")), .init(missing), .init(try stage.feed("/none"))],
        demand: CatalogDemand(0)))
    #expect(snapshot?.skipped.count == 2)
    #expect(snapshot?.notices.map(\.isFailure) == [false, true, true])
  }

  @Test func `demand beyond a feed's last photo loads its next page`() async throws {
    let stage = FeedStage { request, connection in
      let number = request.target.count
      connection.answer(text: #"{"photos":["/\#(number).jpg"],"next":"\#(request.target)+"}"#)
    }
    let demand = CatalogDemand(0)
    let part = CatalogDemand(0)
    let feed = FeedCatalog(
      .address(try WebURL(stage.server.address("/f").utf8)), client: stage.client, demand: part)
    var catalog = FollowedCatalog(
      CompositeCatalog([.init(known("a", "b")), .init(feed, demand: part)], demand: demand))
    #expect(await catalog.next()?.names == ["a", "b", "2.jpg"])
    demand.want(3)
    demand.want(4)
    let more = await catalog.next { $0.isComplete && $0.photos.count > 3 }
    #expect(more?.names == ["a", "b", "2.jpg", "3.jpg"])
    #expect(more?.hasMore == true)
    #expect(stage.server.asked.count == 2)
  }

  @Test func `paths, feeds, addresses and lists give their photos in argument order`() async throws
  {
    let folder = TemporaryFolder()
    for name in ["b.jpg", "a.jpg"] { folder.file(name) }
    let list = folder.write(Array("c.jpg\n".utf8), as: "list")
    let feed = folder.write(Array(#"["http://h.example/d.jpg"]"#.utf8), as: "feed.JSON")
    let stage = FeedStage([:])
    let arguments =
      [
        "b.jpg", "a.jpg", "feed.JSON",
      ].map { folder.entry($0) } + [ByteString("http://h.example/e.png?x"), folder.argument]
    let sources =
      try arguments.map { try PhotoSource(argument: $0) } + [.list(.file(ByteString(list)))]
    let catalog = SourceCatalogs(isRecursive: false, client: stage.client)
      .catalog(of: sources, demand: stage.demand)
    let snapshot = await FollowedCatalog.whole(catalog)
    #expect(
      snapshot?.names == ["b.jpg", "a.jpg", "d.jpg", "e.png", "a.jpg", "b.jpg", "c.jpg"])
    #expect(feed.hasSuffix("JSON") && stage.server.asked.isEmpty)
  }

  @Test(arguments: [
    ("a", PhotoSource.path(ByteString("a"))), ("-", .list(.standardInput)),
    ("./-", .path(ByteString("./-"))), ("x.Rss", .feedFile(ByteString("x.Rss"))),
    ("x.atom", .feedFile(ByteString("x.atom"))), ("x.xml", .feedFile(ByteString("x.xml"))),
    ("x.json/", .path(ByteString("x.json/"))), ("http", .path(ByteString("http"))),
  ])
  func `an argument's form decides its kind of source`(argument: String, source: PhotoSource) throws
  {
    #expect(try PhotoSource(argument: ByteString(argument)) == source)
  }

  @Test(arguments: [
    ("https://h.example/a.JPG?size=1", true), ("https://h.example/a?b=c.jpg", false),
    ("https://h.example/", false), ("https://h.example/feed.json", false),
  ])
  func `an address whose path has an image extension is taken for an image`(
    text: String, isPicture: Bool
  ) throws {
    let address = try WebURL(text.utf8)
    let source = try PhotoSource(argument: ByteString(text))
    #expect(source == (isPicture ? .picture(address) : .address(address)))
  }

  @Test(arguments: ["ftp://h/a.jpg", "file:///etc/passwd", "http://", "https://a b/"])
  func `an invalid or unsupported address throws`(argument: String) {
    #expect(throws: CatalogError.self) { try PhotoSource(argument: ByteString(argument)) }
  }
}
