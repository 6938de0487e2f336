import Base
import CatalogStage
import HTTP
import TestServer
import TestSupport
import Testing

@testable import Catalogs

@Suite("Photos in WebDAV folders", .integration, .timeLimit(.minutes(30)))
struct WebDAVCatalogTests {
  private typealias Item = WebDAVDocument.Item

  private func catalog(
    _ path: String, on stage: FeedStage, isRecursive: Bool = false
  ) throws -> any PhotoCatalog {
    let provider = WebDAVProvider.all(isRecursive: isRecursive) { _ in nil }[0]
    let address = "webdav" + stage.server.address(path).dropFirst("http".count)
    return try provider.catalog(
      of: ByteString(address), isPaged: false, client: stage.client, demand: stage.demand)
  }

  /// A server that answers folders by their paths.
  private func stage(wanting count: Int = .max, _ folders: [String: [Item]]) -> FeedStage {
    FeedStage(wanting: count) { request, connection in
      guard let items = folders[request.path] else { return connection.answer("404 Not Found") }
      connection.answer(
        "207 Multi-Status", text: WebDAVDocument.apache.text(items, folder: request.path))
    }
  }

  @Test(arguments: WebDAVDocument.allCases)
  func `each kind of server's folder lists its photos in natural order`(server: WebDAVDocument)
    async throws
  {
    let items = [
      Item(href: "/dav/IMG_10.jpg", size: 123, tag: "abc-2"), Item(href: "/dav/IMG_9.JPG"),
      Item(href: "/dav/%c3%bc%20(1)+%2541.png"), Item(href: "/dav/notes.txt"),
      Item(href: "/dav/.hidden.jpg"), Item(href: "/dav/empty.jpg", size: 0),
      Item(href: "/dav/in/", isFolder: true), Item(href: "/dav/x.jpg/", isFolder: true),
    ]
    let stage = FeedStage { _, connection in
      connection.answer("207 Multi-Status", text: server.text(items))
    }
    let snapshot = await FollowedCatalog.whole(try catalog("/dav", on: stage))
    #expect(snapshot?.names == ["IMG_9.JPG", "IMG_10.jpg", "\u{FC} (1)+%2541.png"])
    #expect(snapshot?.notices == [])
    #expect(snapshot?.skipped.faulty == 0)
    let photo = try #require(snapshot?.photos[1].onWeb)
    #expect(photo.description.hasPrefix("webdav://127.0.0.1:"))
    #expect(photo.description.hasSuffix("/dav/IMG_10.jpg"))
    #expect(photo.byteCount == 123)
    #expect(photo.modified == 1_714_566_600)
    #expect(photo.lifetime == .version("abc-2"))
    #expect(photo.mayReachPrivateNetworks)
    #expect(photo.renditions.map(\.address.path) == ["/dav/IMG_10.jpg"])
    #expect(stage.server.asked.map(\.target) == ["/dav/"])
    #expect(stage.server.asked.map(\.method) == ["PROPFIND"])
    #expect(stage.server.asked[0].headers["depth"] == "1")
  }

  @Test func `Nextcloud's previews precede the file, and their addresses have its tag`()
    async throws
  {
    let root = "/cloud/remote.php/dav/files/me/"
    let items = [
      Item(href: root + "a.jpg", tag: "e1", hasPreview: true),
      Item(href: root + "b.jpg", hasPreview: false),
    ]
    let stage = FeedStage { _, connection in
      connection.answer(
        "207 Multi-Status", text: WebDAVDocument.nextcloud.text(items, folder: root))
    }
    let photos = try #require(await FollowedCatalog.whole(try catalog(root, on: stage))?.photos)
    let preview = "/cloud/index.php/core/preview?fileId=42&x=%&y=%&a=1&forceIcon=0&c=e1"
    let renditions = try #require(photos.first?.onWeb?.renditions)
    #expect(
      renditions.map(\.address.publicText)
        == ["256", "1024"].map { side in
          stage.server.address(preview.split(separator: "%").joined(separator: side))
        } + [stage.server.address(root + "a.jpg")])
    #expect(renditions.map(\.width) == [256, 1_024, nil])
    #expect(photos.first?.onWeb?.largestSize == nil)
    #expect(photos.last?.onWeb?.renditions.count == 1)
  }

  @Test(arguments: [
    ("http://HOST/dav/a.jpg", ["a.jpg"], 0), ("https://HOSTNAME:9/dav/a.jpg", ["a.jpg"], 0),
    ("http://example.org/dav/a.jpg", [], 1), ("//example.org/dav/a.jpg", [], 1),
    ("http://HOST//example.org/a.jpg", [], 1), ("/elsewhere/a.jpg", [], 1),
    ("/dav/../a.jpg", [], 1), ("a.jpg", ["a.jpg"], 0), ("/dav/in/a.jpg", [], 0),
    ("/dav/a%2Fb.jpg", [], 0), ("/DAV/a.jpg", [], 1), ("", [], 0), ("http://[/", [], 1),
  ])
  func `only entries in the requested folder of the server are listed`(
    href: String, names: [String], faults: Int
  ) async throws {
    let stage = FeedStage { request, connection in
      let host = request.headers["host"] ?? ""
      let own = href.replacing("HOSTNAME", with: host.prefix { $0 != ":" })
        .replacing("HOST", with: host)
      connection.answer("207 Multi-Status", text: WebDAVDocument.rclone.text([Item(href: own)]))
    }
    let snapshot = await FollowedCatalog.whole(try catalog("/dav/", on: stage))
    #expect(snapshot?.names == names)
    #expect(snapshot?.skipped.faulty == faults)
    for photo in snapshot?.photos ?? [] {
      #expect(
        photo.onWeb?.renditions.first?.address.publicText
          == stage.server.address("/dav/a.jpg"))
    }
  }

  @Test func `a named photo is the only one`() async throws {
    let stage = FeedStage { request, connection in
      let item =
        #"<D:multistatus xmlns:D="DAV:"><D:response><D:href>/dav/a%20b.jpg</D:href><D:propstat>"#
        + "<D:prop><D:resourcetype/></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>"
        + "</D:response></D:multistatus>"
      connection.answer("207 Multi-Status", text: request.path == "/dav/a%20b.jpg" ? item : "")
    }
    let snapshot = await FollowedCatalog.whole(try catalog("/dav/a b.jpg", on: stage))
    #expect(snapshot?.names == ["a b.jpg"])
    #expect(snapshot?.photos.first?.onWeb?.lifetime == .asServed)
    #expect(snapshot?.photos.first?.onWeb?.byteCount == nil)
  }

  @Test func `a folder named like a photo is found by the server's redirect`() async throws {
    let stage = FeedStage { request, connection in
      request.path == "/dav/x.jpg"
        ? connection.answer("301 Moved Permanently", ["Location: /dav/x.jpg/"])
        : connection.answer(
          "207 Multi-Status",
          text: WebDAVDocument.apache.text(
            [Item(href: "/dav/x.jpg/a.jpg")], folder: "/dav/x.jpg/"))
    }
    #expect(await FollowedCatalog.whole(try catalog("/dav/x.jpg", on: stage))?.names == ["a.jpg"])
  }

  @Test func `subfolders are read level by level as demand grows`() async throws {
    let stage = stage(
      wanting: 1,
      [
        "/": [
          Item(href: "/b10/", isFolder: true), Item(href: "/b9/", isFolder: true),
          Item(href: "/a.jpg"), Item(href: "/.trash/", isFolder: true),
        ],
        "/b9/": [Item(href: "/b9/deep/", isFolder: true), Item(href: "/b9/1.jpg")],
        "/b10/": [Item(href: "/b10/2.jpg"), Item(href: "/", isFolder: true)],
        "/b9/deep/": [Item(href: "/b9/deep/3.jpg")],
      ])
    var followed = FollowedCatalog(try catalog("/", on: stage, isRecursive: true))
    let first = await followed.next()
    #expect(first?.names == ["a.jpg"])
    #expect(first?.hasMore == true)
    #expect(stage.server.asked.count == 1)
    stage.demand.want(2)
    #expect(await followed.next()?.names == ["a.jpg", "1.jpg"])
    stage.demand.want(.max)
    let last = await followed.next { $0.isComplete && !$0.hasMore }
    #expect(last?.names == ["a.jpg", "1.jpg", "2.jpg", "3.jpg"])
    #expect(stage.server.asked.map(\.path) == ["/", "/b9/", "/b10/", "/b9/deep/"])
  }

  @Test func `an unreadable subfolder gives a notice, and the others are read`() async throws {
    let stage = stage([
      "/": [Item(href: "/a/", isFolder: true), Item(href: "/b/", isFolder: true)],
      "/b/": [Item(href: "/b/1.jpg")],
    ])
    let snapshot = await FollowedCatalog.whole(try catalog("/", on: stage, isRecursive: true))
    #expect(snapshot?.names == ["1.jpg"])
    #expect(snapshot?.notices.map(\.problem) == ["not found (404)"])
  }

  @Test func `endlessly nested folders are read up to the depth limit`() async throws {
    let stage = FeedStage { request, connection in
      let item = Item(href: request.path + "a/", isFolder: true)
      connection.answer(
        "207 Multi-Status", text: WebDAVDocument.apache.text([item], folder: request.path))
    }
    let snapshot = await FollowedCatalog.whole(try catalog("/", on: stage, isRecursive: true))
    #expect(snapshot?.isComplete == true)
    #expect(stage.server.asked.count == WebDAVRoute.depthLimit + 1)
  }

  @Test func `without -r subfolders are listed and can be opened`() async throws {
    let stage = stage([
      "/in/": [Item(href: "/in/10%25%20x/", isFolder: true), Item(href: "/in/9/", isFolder: true)],
      "/in/10%25%20x/": [Item(href: "/in/10%25%20x/a.jpg")],
    ])
    let snapshot = await FollowedCatalog.whole(try catalog("/in", on: stage))
    let root = "webdav" + stage.server.address("/in/").dropFirst("http".count)
    #expect(snapshot?.place == ByteString(root))
    #expect(snapshot?.folders.map(\.name) == ["9", "10%25 x"].map { ByteString($0) })
    #expect(snapshot?.emptyFolders == [EmptyFolder(path: ByteString(root), subfolderCount: 2)])
    #expect(stage.server.asked.count == 1)
    let folder = try #require(snapshot?.folders.last)
    let inside = await FollowedCatalog.whole(
      try WebDAVProvider.all(isRecursive: false) { _ in nil }[0].catalog(
        of: folder.path, isPaged: false, client: stage.client, demand: stage.demand))
    #expect(inside?.names == ["a.jpg"])
    #expect(inside?.place == folder.path)
  }

  @Test(arguments: [
    ("401 Unauthorized", "", "WEBDAV_PASSWORD"), ("404 Not Found", "", "not found (404)"),
    ("405 Method Not Allowed", "", "not a WebDAV folder"), ("200 OK", "<html></html>", "WebDAV"),
    ("200 OK", "", "WebDAV"), ("207 Multi-Status", "<D:multistatus>", "WebDAV"),
    ("207 Multi-Status", "<multistatus></multistatus>", "WebDAV"),
  ])
  func `an unreadable folder gives a notice with the reason`(
    status: String, body: String, words: String
  ) async throws {
    let stage = FeedStage { _, connection in connection.answer(status, text: body) }
    let notice = await FollowedCatalog.whole(try catalog("/", on: stage))?.notices.first
    #expect(notice?.problem.contains(words) == true)
    #expect(notice?.isFailure == true)
    #expect(notice?.source.hasPrefix("webdav://127.0.0.1:") == true)
  }

  @Test(arguments: [
    ("webdav://me:s3cret@h:99999/a@b", "webdav://h:99999/a@b"), ("sftp://s3cret@h/", "sftp://h/"),
    ("immich://me:s3cret@h", "immich://h"),
  ])
  func `a notice does not show a password`(address: String, shown: String) async throws {
    let stage = stage([:])
    let providers: [any CatalogProvider] =
      WebDAVProvider.all(isRecursive: false) { _ in nil } + [SFTPProvider()]
      + ImmichProvider.all { () throws(CatalogError) in nil }
    let source = try PhotoSource(argument: ByteString(address), providers: providers)
    let catalogs = SourceCatalogs(isRecursive: false, providers: providers, client: stage.client)
    let notice = await FollowedCatalog.whole(
      catalogs.catalog(of: [source], demand: stage.demand))?.notices.first
    #expect(notice?.source == shown)
  }

  @Test func `a login is taken from the address or the environment only`() throws {
    let known = ["WEBDAV_USER": "env", "WEBDAV_PASSWORD": "pw"]
    let table: [(address: String, variables: [String: String], count: Int?)] = [
      ("webdavs://h/", [:], 0), ("webdavs://me:pw@h/", [:], 1), ("webdavs://h/", known, 1),
      ("webdavs://me@h/", known, 1), ("webdavs://me@h/", [:], nil),
    ]
    for (address, variables, count) in table {
      let provider = WebDAVProvider.all(isRecursive: false) { variables[$0] }[1]
      let access = try? provider.access(for: ByteString(address))
      #expect(access?.logins.count == count)
      #expect(access.map(\.servers.count) == count.map { _ in 1 })
    }
  }
}
