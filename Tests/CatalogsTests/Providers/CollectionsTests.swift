import Base
import CatalogStage
import Catalogs
import TestServer
import TestSupport
import Testing

@Suite("Collections as sources", .timeLimit(.minutes(30)))
struct CollectionsTests {
  private let home = TemporaryFolder()
  private var folder: CollectionFolder { CollectionFolder(path: home.argument) }

  private func snapshots(of address: String) throws -> AsyncStream<CatalogSnapshot> {
    let stage = FeedStage { _, connection in connection.answer("404 Not Found") }
    return try CollectionsProvider(folder).catalog(
      of: ByteString(address), isPaged: false, client: stage.client, demand: stage.demand
    ).snapshots()
  }

  private func list(_ text: String, as name: String = "best") {
    _ = home.write(Array(text.utf8), as: "\(name).list")
  }

  private func snapshot(of address: String) async throws -> CatalogSnapshot {
    for await snapshot in try snapshots(of: address) { return snapshot }
    throw CancellationError()
  }

  @Test(
    arguments: [
      ("@best", "collections:///best/"), ("@", "collections:///"), ("@a b", "collections:///a b/"),
      ("@a/b", nil), ("./@best", nil), ("@.hidden", nil), ("@a\nb", nil),
    ] as [(String, String?)])
  func `an argument with an at sign is a collection unless it is a path`(
    argument: String, address: String?
  ) throws {
    let source = try PhotoSource(argument: ByteString(argument))
    let path = PhotoSource.path(ByteString(argument))
    #expect(source == address.map { .provided(ByteString($0)) } ?? path)
  }

  @Test(
    arguments: [
      ("/p/a.jpg\n/p/b.jpg\n", ["/p/a.jpg", "/p/b.jpg"]), ("/p/a.jpg", ["/p/a.jpg"]),
      ("# The best\n\n/p/a.jpg\n#/p/b.jpg\n", ["/p/a.jpg"]),
      ("/p/a.jpg\r\n/p/b.jpg\r\n", ["/p/a.jpg", "/p/b.jpg"]),
      ("a.jpg\nsub/b.jpg\n./#c.jpg\n", ["HOME/a.jpg", "HOME/sub/b.jpg", "HOME/#c.jpg"]),
      ("/p/b.jpg\n/p/a.jpg\n/p/b.jpg\n", ["/p/b.jpg", "/p/a.jpg"]), ("", []), ("\n\n", []),
      ("https://example.org/x.jpg\n", [nil]),
    ] as [(String, [String?])])
  func `a collection lists its lines in their order`(text: String, paths: [String?]) async throws {
    list(text)
    let snapshot = try await snapshot(of: "collections:///best/")
    #expect(
      snapshot.photos.map { $0.path?.lossyText }
        == paths.map { $0?.replacing("HOME", with: home.path) })
    #expect(snapshot.isComplete && snapshot.notices.isEmpty)
    #expect(snapshot.place == ByteString("collections:///best/"))
  }

  @Test func `an address from a public feed does not reach private networks`() async throws {
    list("https://h/a.jpg\r\nhttps://h/b.jpg#feed\r\nhttps://h/c.jpg#feeds\n")
    let snapshot = try await snapshot(of: "collections:///best/")
    #expect(snapshot.photos.map { $0.onWeb?.mayReachPrivateNetworks } == [true, false, true])
  }

  @Test(
    arguments: [
      ("https://h/a.jpg", "https://h/a.jpg"),
      ("https://h:443/a%20b.jpg?x=1", "https://h/a%20b.jpg?x=1"),
      ("https://h/a.jpg?token=1", nil), ("https://user@h/a.jpg", nil),
    ] as [(String, String?)])
  func `an address is a line unless it has a secret`(address: String, line: String?) throws {
    var photo = WebPhoto(address: try WebURL(address.utf8))
    #expect(CollectionFolder.line(of: photo)?.lossyText == line)
    photo.mayReachPrivateNetworks = false
    #expect(CollectionFolder.line(of: photo)?.lossyText == line.map { "\($0)#feed" })
    photo.file = ServedFile(place: ByteString("s3://b/a.jpg"))
    #expect(CollectionFolder.line(of: photo) == nil)
    #expect(CollectionFolder.line(of: WebPhoto(renditions: [])) == nil)
  }

  @Test func `all collections are listed as folders in natural order`() async throws {
    for name in ["trip 10", "trip 2", "best"] { list("", as: name) }
    home.file("notes.txt")
    home.file(".list")
    home.file(".hidden.list")
    let snapshot = try await snapshot(of: "collections:///")
    #expect(snapshot.folders.map { "\($0.name)" } == ["best", "trip 2", "trip 10"])
    #expect(snapshot.folders.map { "\($0.path)" }.first == "collections:///best/")
    #expect(snapshot.photos.isEmpty && snapshot.notices.isEmpty)
  }

  @Test func `saved filters are listed among the collections, each name once`() async throws {
    for name in ["trips", "best"] { list("", as: name) }
    let filter = SavedFilter("rating:5", in: [home.argument])
    let folder = CollectionFolder(
      path: home.argument,
      savedFilters: [ByteString("best"): filter, ByteString("raw 2"): filter])
    let stage = FeedStage { _, connection in connection.answer("404 Not Found") }
    let catalog = try CollectionsProvider(folder).catalog(
      of: CollectionFolder.root, isPaged: false, client: stage.client, demand: stage.demand)
    for await snapshot in catalog.snapshots() {
      #expect(snapshot.folders.map { "\($0.name)" } == ["best", "raw 2", "trips"])
      break
    }
  }

  @Test func `the preview of a saved filter has the photos that pass it`() async throws {
    for name in ["a.jpg", "b.jpg"] { home.file(name) }
    let folder = CollectionFolder(
      path: home.argument, savedFilters: [ByteString("a"): SavedFilter("^a", in: [home.argument])])
    list("/p/x.jpg\n")
    let stage = FeedStage { _, connection in connection.answer("404 Not Found") }
    let previews = ServedFolderPreviews(
      SourceCatalogs(
        isRecursive: false, providers: [CollectionsProvider(folder)], client: stage.client),
      filtered: { FolderPreview(photoCount: $0.filter == "^a" ? $0.count : 100) })
    #expect(try await previews.preview(of: ByteString("collections:///a/")).photoCount == 2)
    #expect(try await previews.preview(of: ByteString("collections:///best/")).photoCount == 1)
  }

  @Test func `a saved filter lists all photos below its folders, for the grid to filter`()
    async throws
  {
    home.folder("p")
    home.folder("p/q")
    for name in ["p/a.jpg", "p/q/b.jpg", "c.jpg"] { home.file(name) }
    let folder = CollectionFolder(
      path: home.argument,
      savedFilters: [
        ByteString("best"): SavedFilter("rating:5", in: [home.entry("p"), home.entry("c.jpg")])
      ])
    let stage = FeedStage { _, connection in connection.answer("404 Not Found") }
    let catalog = try CollectionsProvider(folder).catalog(
      of: ByteString("collections:///best/"), isPaged: false, client: stage.client,
      demand: stage.demand)
    for await snapshot in catalog.snapshots() {
      #expect(snapshot.filter == "rating:5")
      #expect(snapshot.place == ByteString("collections:///best/"))
      guard snapshot.isComplete else { continue }
      #expect(snapshot.photos.map { "\($0.name)" } == ["a.jpg", "b.jpg", "c.jpg"])
      break
    }
  }

  @Test func `a retry reads the list again, and photos keep their ids`() async throws {
    list("/p/a.jpg\n/p/b.jpg\n")
    let demand = CatalogDemand(0)
    let stage = FeedStage { _, connection in connection.answer("404 Not Found") }
    let catalog = try CollectionsProvider(folder).catalog(
      of: ByteString("collections:///best/"), isPaged: false, client: stage.client, demand: demand)
    var snapshots = catalog.snapshots().makeAsyncIterator()
    let first = try #require(await snapshots.next())
    list("/p/b.jpg\n/p/c.jpg\n")
    demand.retry()
    let second = try #require(await snapshots.next())
    #expect(second.photos.map { "\($0.name)" } == ["b.jpg", "c.jpg"])
    #expect(second.entries[0].id == first.entries[1].id)
    #expect(!first.entries.contains { $0.id == second.entries[1].id })
    home.remove("best.list")
    demand.retry()
    #expect(try #require(await snapshots.next()).photos.isEmpty)
    list("/p/c.jpg\n")
    demand.retry()
    #expect(try #require(await snapshots.next()).entries.map(\.id) == [second.entries[1].id])
  }

  @Test(arguments: ["missing", "fifo", "folder", "large", "invalid"])
  func `a collection that cannot be read says why`(name: String) async throws {
    home.fifo("fifo.list")
    home.folder("folder.list")
    list("http://\n/p/a.jpg\n", as: "invalid")
    _ = home.write([UInt8](repeating: UInt8(ascii: "a"), count: 40_000_000), as: "large.list")
    let snapshot = try await snapshot(of: "collections:///\(name)/")
    let reasons = [
      "missing": "no such collection", "fifo": "neither a file nor a folder",
      "folder": "cannot be read: is a directory", "large": "larger than",
      "invalid": "line 1: ",
    ]
    #expect(snapshot.notices.count == 1)
    #expect(snapshot.notices[0].description.hasPrefix("@\(name): \(reasons[name] ?? "")"))
    #expect(snapshot.photos.count == (name == "invalid" ? 1 : 0) && snapshot.isComplete)
  }

  @Test(arguments: ["collections:///a/b/", "collections://host/", "collections:///../"])
  func `an address of no collection is an error`(address: String) {
    #expect(throws: CatalogError.self) { _ = try snapshots(of: address) }
  }
}
