import Base
import CatalogStage
import HTTP
import TestServer
import TestSupport
import Testing

@testable import Catalogs

@Suite("Feeds as catalogs", .integration, .timeLimit(.minutes(30)))
struct FeedCatalogTests {
  private static let json = ["Content-Type: application/json"]

  private static func page(_ names: [String], next: String? = nil) -> String {
    let photos = names.map { #"{"title":"\#($0)","image":"/\#($0).jpg"}"# }.joined(separator: ",")
    return #"{"photos":[\#(photos)]"# + (next.map { #","next":"\#($0)""# } ?? "") + "}"
  }

  @Test func `a feed is requested once and its photos are in feed order`() async throws {
    let stage = FeedStage(["/feed": (Self.json, Self.page(["b", "a"]))])
    let snapshot = await FollowedCatalog.whole(try stage.feed("/feed"))
    #expect(snapshot?.names == ["b", "a"])
    #expect(snapshot?.hasMore == false && snapshot?.notices.isEmpty == true)
    #expect(stage.server.asked.map(\.target) == ["/feed"])
    #expect(stage.server.asked[0].headers["accept-encoding"]?.contains("gzip") == true)
    #expect(stage.server.asked[0].headers["accept"]?.contains("application/feed+json") == true)
  }

  @Test func `the charset of the Content-Type header is used`() async throws {
    let stage = FeedStage([
      "/feed": (
        ["Content-Type: text/xml; charset=ISO-8859-1"],
        "<rss><channel><item><title>é</title><enclosure url='/a.jpg'/></item></channel></rss>"
      )
    ])
    #expect(await FollowedCatalog.whole(try stage.feed("/feed"))?.names == ["Ã©"])
  }

  @Test(arguments: [true, false])
  func `the next page is requested when demand reaches it, not before`(
    isInHead: Bool
  ) async throws {
    let link = Self.json + ["Link: </feed?page=2>; rel=\"next\""]
    let stage = FeedStage(
      wanting: 2,
      [
        "/feed": isInHead
          ? (link, Self.page(["a", "b"]))
          : (Self.json, Self.page(["a", "b"], next: "/feed?page=2")),
        "/feed?page=2": (Self.json, Self.page(["c"])),
      ])
    var feed = FollowedCatalog(try stage.feed("/feed"))
    let first = await feed.next()
    #expect(first?.names == ["a", "b"])
    #expect(first?.hasMore == true)
    stage.demand.want(2)
    #expect(stage.server.asked.count == 1)
    stage.demand.want(3)
    let all = await feed.next()
    #expect(all?.names == ["a", "b", "c"])
    #expect(all?.hasMore == false)
    #expect(await feed.next { _ in true } == nil)
    #expect(stage.server.asked.map(\.target) == ["/feed", "/feed?page=2"])
  }

  /// Next links of the last page that repeat an earlier page.
  @Test(arguments: ["/feed", "/two", "/elsewhere"])
  func `a feed whose next link repeats a page ends with a notice`(back: String) async throws {
    let stage = FeedStage { request, connection in
      switch request.path {
      case "/elsewhere": connection.answer("302 Found", ["Location: /feed"])
      case "/feed": connection.answer(text: Self.page(["a"], next: "/two"))
      default: connection.answer(text: Self.page(["b"], next: back))
      }
    }
    let snapshot = await FollowedCatalog.whole(try stage.feed("/elsewhere"))
    #expect(snapshot?.names == ["a", "b"])
    #expect(snapshot?.notices.map(\.isFailure) == [false])
    #expect(snapshot?.notices.first?.problem.contains("repeats a page") == true)
  }

  @Test(arguments: [
    ("/none", "not found (404)"), ("/web", "a web page, not a feed"),
    ("/text", "neither JSON nor XML"), ("/xml", "neither RSS nor Atom, but <svgs>"),
    ("/json", "line 2"), ("/empty", "no list of photos found"),
  ])
  func `an unreadable feed gives a failure notice with the reason`(path: String, problem: String)
    async throws
  {
    let stage = FeedStage([
      "/web": (["Content-Type: text/html"], "<!doctype html><html></html>"),
      "/text": ([], "hello"), "/xml": ([], "<svgs/>"), "/json": ([], "{\n  oops}"),
      "/empty": ([], "{}"),
    ])
    let snapshot = await FollowedCatalog.whole(try stage.feed(path))
    #expect(snapshot?.photos.isEmpty == true)
    let notice = try #require(snapshot?.notices.first)
    #expect(notice.isFailure && notice.source == stage.server.address(path))
    #expect(notice.problem.hasPrefix(problem))
  }

  @Test func `invalid entries are skipped and counted; the first one gives a notice`() async throws
  {
    let stage = FeedStage(["/feed": ([], #"{"photos":["/a.jpg",7,"/b.jpg",{},"ftp://h/c.jpg"]}"#)])
    let snapshot = await FollowedCatalog.whole(try stage.feed("/feed"))
    #expect(snapshot?.names == ["a.jpg", "b.jpg"])
    #expect(snapshot?.skipped.count == 3)
    #expect(snapshot?.notices.map(\.problem) == ["photos[1]: not a text"])
    #expect(snapshot?.notices.first?.isFailure == false)
  }

  @Test(arguments: [
    (["Content-Type: image/x-strange"], "{}"), ([], "GIF89a"), ([], "<svg/>"),
    (["Content-Type: application/octet-stream"], "\u{89}PNG no"),
  ])
  func `an address is an image by its response's type or content`(lines: [String], body: String)
    async throws
  {
    let isPicture = !body.hasSuffix("no")
    let stage = FeedStage(["/it?1": (lines, body)])
    let snapshot = await FollowedCatalog.whole(try stage.feed("/it?1"))
    #expect(snapshot?.names == (isPicture ? ["it"] : []))
    #expect(snapshot?.photos.first?.onWeb?.mayReachPrivateNetworks == (isPicture ? true : nil))
  }

  @Test func `a retry requests a failed page again and continues the feed`() async throws {
    let flag = Flag()
    let stage = FeedStage { request, connection in
      if request.path == "/feed" {
        connection.answer(text: Self.page(["a"], next: "/two"))
      } else if flag.isSet {
        connection.answer(text: Self.page(["b"]))
      } else {
        connection.answer("404 Not Found")
      }
    }
    var feed = FollowedCatalog(try stage.feed("/feed"))
    let failed = await feed.next()
    #expect(failed?.names == ["a"])
    #expect(failed?.notices.map(\.isFailure) == [true])
    flag.set()
    stage.client.forgetFailures()
    stage.demand.retry()
    let all = await feed.next()
    #expect(all?.names == ["a", "b"])
    #expect(all?.notices.isEmpty == true)
  }

  @Test func `a feed file is read with the given mapping; a missing one gives a notice`() async {
    let stage = FeedStage([:])
    let path = stage.folder.write(
      Array(#"{"a":{"b":[{"u":{"v":"http://h.example/x.jpg"},"t":"T"}]}}"#.utf8), as: "a.json")
    let mapping = JSONMapping(items: "a.b", image: "u.v", title: "t")
    let feed = FeedCatalog(
      .file(ByteString(path)), mapping: mapping, client: stage.client, demand: stage.demand)
    let snapshot = await FollowedCatalog.whole(feed)
    #expect(snapshot?.names == ["T"])
    #expect(snapshot?.photos.first?.onWeb?.mayReachPrivateNetworks == true)
    let missing = FeedCatalog(
      .file(stage.folder.entry("none.json")), client: stage.client, demand: stage.demand)
    #expect(
      await FollowedCatalog.whole(missing)?.notices.map(\.problem) == ["no such file or folder"])
  }

  @Test(arguments: [
    ("https://host.example/feed", false), ("http://localhost/feed", true),
    ("http://10.1.2.3/feed", true),
  ])
  func `a feed's photos and pages may reach private networks only if the feed does`(
    address: String, mayReach: Bool
  ) throws {
    let origin = FeedOrigin(address: try WebURL(address.utf8))
    let text = #"{"photos":["http://p.example/a.jpg"],"next":"/2"}"#
    var page = try FeedReader(origin: origin).read(Array(text.utf8))
    page.origin = origin
    var route = PagedRoute(location: .address(try WebURL(address.utf8)))
    #expect(route.first().mayReachPrivateNetworks)
    #expect(route.photos(of: page).map { $0.onWeb?.mayReachPrivateNetworks } == [mayReach])
    guard case .request(let next) = route.next(after: page) else {
      Issue.record("no next page")
      return
    }
    #expect(next.mayReachPrivateNetworks == mayReach)
    #expect(next.mayBePicture == false)
  }

  @Test func `cancelling the consumer ends a pending load`() async throws {
    let stage = FeedStage { _, connection in connection.waitForEnd() }
    let feed = try stage.feed("/late")
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = await FollowedCatalog.whole(feed) }
      await stage.server.wasAsked(1)
      group.cancelAll()
    }
    await stage.server.isAlone()
  }
}
