import Base
import Catalogs
import Testing

struct FeedPagingTests {
  private let origin: FeedOrigin
  private let first: WebURL

  init() throws {
    first = try WebURL("https://host.example/photos?page=1".utf8)
    origin = FeedOrigin(address: first)
  }

  @Test(arguments: [
    ("<?page=2>; rel=\"next\"", "https://host.example/photos?page=2"),
    ("<a>;rel=prev, <b>;rel=next", "https://host.example/b"),
    ("<a>; rel=\"prev next\"", "https://host.example/a"),
    ("<a>; REL=NEXT", "https://host.example/a"),
    ("<a>; title=\"x, <b>; \\\"rel=next\"; rel=next", "https://host.example/a"),
    ("<a,b;c>; rel=next", "https://host.example/a,b;c"),
    ("  <a> ; rel = next ; type=x", "https://host.example/a"),
    ("<a>; crossorigin; rel=next", "https://host.example/a"),
    ("<http://10.0.0.1/>; rel=next, <b>; rel=next", "https://host.example/b"),
    ("<a>; rel=prev; rel=next", nil), ("<a>; rel=nextish", nil), ("<a>", nil), ("", nil),
    ("<a>; anchor=\"#x\"; rel=next", nil), ("<a", nil), ("a; rel=next", nil), ("<a>; rel=\"", nil),
    ("<file:///etc/passwd>; rel=next", nil), ("<a>; rel=\"next", "https://host.example/a"),
  ])
  func `the next page is found in a Link header`(header: String, next: String?) {
    #expect(LinkHeader.next(in: [Array(header.utf8)], from: origin)?.requestText == next)
  }

  @Test func `the first usable Link header is taken`() {
    let headers = ["<a>; rel=prev", "junk", "<b>; rel=next", "<c>; rel=next"].map { Array($0.utf8) }
    #expect(LinkHeader.next(in: headers, from: origin)?.path == "/b")
  }

  @Test(arguments: [
    (#"{"photos":["x"],"next":"/p2"}"#, "/p2"), (#"{"photos":["x"],"next":{"href":"/p2"}}"#, "/p2"),
    (#"{"photos":["x"],"next_url":"/p2","next":"token"}"#, "/p2"),
    (#"{"photos":["x"],"links":{"next":"/p2"}}"#, "/p2"),
    (#"{"photos":["x"],"next":"token"}"#, nil),
    (#"{"photos":["x"],"next":null}"#, nil), (#"{"photos":["x"],"next_page":2}"#, nil),
    (#"{"photos":["x"],"next":"http://[::1]/"}"#, nil),
  ])
  func `the next page is found in the document`(text: String, path: String?) throws {
    #expect(try page(text).next?.path == path)
  }

  @Test func `a next page that may not be followed is a fault`() throws {
    #expect(
      try read(#"{"photos":[],"next":"http://[::1]/"}"#)
        == ["! next: a public feed must not link to a private address"])
    let rss = """
      <rss><channel xmlns:a="http://www.w3.org/2005/Atom">
      <a:link rel="next" href="file:///x"/></channel></rss>
      """
    #expect(try read(rss) == ["! line 2: only http and https are supported"])
  }

  @Test func `a loop of pages is detected`() throws {
    var paging = FeedPaging(first: first)
    let second = try page(#"{"photos":["x"],"next":"/photos?page=2"}"#)
    let back = try page(#"{"photos":["x"],"next":"/photos?page=1#again"}"#)
    #expect(paging.next(after: second, from: origin) == .page(try first.resolving("?page=2".utf8)))
    #expect(paging.next(after: back, from: origin) == .loop)
    #expect(paging.next(after: second, from: origin) == .loop)
  }

  @Test func `paging ends with the last page or an empty one`() throws {
    var paging = FeedPaging(first: first)
    #expect(paging.next(after: try page(#"["x"]"#), from: origin) == .end)
    let empty = try page(#"{"photos":[],"next":"/p2"}"#)
    #expect(paging.next(after: empty, from: origin) == .end)
    let faulty = try page(#"{"photos":[1],"next":"/p2"}"#)
    #expect(paging.next(after: faulty, from: origin) == .page(try first.resolving("/p2".utf8)))
  }

  @Test func `the document's next page takes precedence over the header's`() throws {
    var paging = FeedPaging(first: first)
    let header = Array("<c>; rel=next".utf8)
    let silent = try page(#"["x"]"#)
    #expect(
      paging.next(after: silent, headers: [header], from: origin)
        == .page(try first.resolving("/c".utf8)))
    let speaking = try page(#"{"photos":["x"],"next":"/p2"}"#)
    #expect(
      paging.next(after: speaking, headers: [header], from: origin)
        == .page(try first.resolving("/p2".utf8)))
  }

  @Test func `an endless feed ends at the page limit`() throws {
    var paging = FeedPaging(first: first)
    var current = try page(#"["x"]"#)
    var count = 0
    repeat {
      count += 1
      current.next = try first.resolving("?page=\(count + 1)".utf8)
    } while paging.next(after: current, from: origin) != .end && count < 2 * FeedPaging.pageLimit
    #expect(count == FeedPaging.pageLimit)
  }
}
