import Base
import Testing

@testable import Catalogs

struct FeedReaderTests {
  @Test func `Unsplash is read`() throws {
    let image = "https://images.example/face?q=75&fm=jpg"
    let first =
      "A man drinking a coffee. | Gilbert Kane | 2016-05-03T11:00:28-04:00 | A man drinking a coffee."
    #expect(
      try read(GoldenFeeds.unsplash) == [
        "\(first) | \(image)&w=200&fit=max 200x133 | \(image)&w=400&fit=max 400x266"
          + " | \(image)&w=1080&fit=max 1080x720 | \(image) 5245x3497",
        "a\u{1B}[2J cat | - | - | a\u{1B}[2J cat | https://images.example/cat?w=400 300x600",
        "! [2].urls.regular: not a text",
        "! [3].urls.small: only http and https are supported",
        "! [4]: not an object",
      ])
  }

  @Test func `an Unsplash search and a single photo are read`() throws {
    let photo = #"{"urls":{"thumb":"https://i.example/t"}}"#
    let expected = ["- | - | - | - | https://i.example/t 200x?"]
    #expect(try read(#"{"total":1,"total_pages":1,"results":[\#(photo)]}"#) == expected)
    #expect(try read(photo) == expected)
  }

  @Test func `Lorem Picsum is read`() throws {
    let base = "https://picsum.example/id/"
    #expect(
      try read(GoldenFeeds.picsum) == [
        "- | Alejandro Escamilla | - | - | \(base)0/200/133 200x133 | \(base)0/400/266 400x266"
          + " | \(base)0/1080/719 1080x719 | \(base)0/5000/3333 5000x3333",
        "- | Paul | - | - | \(base)1/200/133 200x133 | \(base)1/300/200 300x200",
        "- | Jo | - | - | /feeds/other.jpg",
        "! [3].download_url: missing",
      ])
  }

  @Test func `JSON Feed is read`() throws {
    #expect(
      try read(GoldenFeeds.jsonFeed) == [
        "One | Ada | 2024-02-29T00:00:00Z | Salt & sunlight and sea | /one.jpg",
        "- | Bo | - | two | /feeds/two.png",
        "Moving | Ada | - | - | video",
        "! items[3]: no image",
        "! items[4].image: not a text",
        "> https://host.example/feeds/feed.json?page=2",
      ])
  }

  @Test func `the Astronomy Picture of the Day is read`() throws {
    #expect(
      try read(GoldenFeeds.apod) == [
        "A red nebula | M. Kane | 2024-03-10 | Why is it so red?"
          + " | https://apod.example/image/small.jpg | https://apod.example/image/big.jpg",
        "The dark side | - | 2024-03-09 | A film. | video | https://img.example/vi/0.jpg",
        "Turn it | - | 2024-03-08 | A toy. | video",
        "! [3].url: missing",
      ])
    let single = #"{"date":"2024-03-10","media_type":"image","title":"T","url":"t.jpg"}"#
    #expect(try read(single) == ["T | - | 2024-03-10 | - | /feeds/t.jpg"])
  }

  @Test func `RSS with Media RSS is read`() throws {
    #expect(
      try read(GoldenFeeds.rss) == [
        "One & only | Ada | Thu, 29 Feb 2024 00:00:00 GMT | Salt & sun | /feeds/one-t.jpg 100x75"
          + " | /feeds/one-m.jpg 800x600 | /feeds/one-l.jpg 2000x1500",
        "Many | Bo | - | - | /feeds/two.jpg",
        "- | - | - | - | http://other.example/e.png?x=1&y=2",
        "Film | - | - | - | video | /feeds/film.jpg",
        "! line 30: no image",
        "! line 31: a public feed must not link to a private address",
        "> https://host.example/feeds/rss.xml?page=2",
      ])
  }

  @Test func `Atom is read`() throws {
    #expect(
      try read(GoldenFeeds.atom) == [
        "Salt & sun | Ada | 2024-02-29T00:00:00Z | Hello big world | /feeds/a.jpg",
        "B | Bo | 2024-03-01T00:00:00Z | Words | /feeds/b-140.jpg 140x? | /feeds/b-460.jpg 460x?",
        "> https://host.example/atom/2",
      ])
  }

  @Test func `addresses are resolved against xml:base`() throws {
    let text = """
      <feed xmlns='http://www.w3.org/2005/Atom' xml:base='/base/'>
      <entry><content type='image/png' src='a.png'/></entry>
      <entry xml:base='https://cdn.example/x/'><link rel='enclosure' href='b.png'/></entry>
      <entry xml:base='http://127.0.0.1/x/'><link rel='enclosure' href='c.png'/></entry>
      </feed>
      """
    #expect(
      try read(text) == [
        "- | - | - | - | /base/a.png", "- | - | - | - | https://cdn.example/x/b.png",
        "- | - | - | - | /base/c.png",
      ])
    let file = try FeedReader(origin: .file).read(Array(text.utf8))
    #expect(file.entries.map { $0.renditions[0].address.host } == ["cdn.example", "127.0.0.1"])
  }

  @Test func `a plain list of addresses or objects is read`() throws {
    #expect(
      try read(GoldenFeeds.plain) == [
        "- | - | - | - | /feeds/a.jpg",
        "B | Ada | - | - | /feeds/b-t.jpg | /feeds/b.jpg 640x480",
        "C | Bo | - | - | https://cdn.example/c.jpg",
        "! photos[3]: no image",
        "! photos[4]: not a text",
        "> https://host.example/feeds/x?page=2",
      ])
    #expect(try read(#"["a.jpg"]"#) == ["- | - | - | - | /feeds/a.jpg"])
    #expect(try read(#"{"image":"a.jpg"}"#) == ["- | - | - | - | /feeds/a.jpg"])
    #expect(try read("[]").isEmpty)
    #expect(try read(#"{"photos":[]}"#).isEmpty)
  }

  @Test func `a mapping gives the paths of items, image and title`() throws {
    let text = """
      {"a": {"list": [{"u": {"r": "1.jpg"}, "n": {"t": "One"}, "title": "no"}, {"u": {"r": 2}}, {}]},
       "photos": ["wrong.jpg"]}
      """
    let mapping = JSONMapping(items: "a.list", image: "u.r", title: "n.t")
    #expect(
      try read(text, mapping: mapping) == [
        "One | - | - | - | /feeds/1.jpg", "! a.list[1].u.r: not a text", "! a.list[2].u.r: missing",
      ])
    #expect(try read(text, mapping: JSONMapping(items: "photos")).count == 1)
    let unsplash = try read(GoldenFeeds.unsplash, mapping: JSONMapping(image: "urls.small"))
    #expect(unsplash[0].hasSuffix("| https://images.example/face?q=75&fm=jpg&w=400&fit=max"))
  }

  @Test(arguments: [
    ("", FeedError.unknownFormat), ("  \n", .unknownFormat), ("\u{FEFF}", .unknownFormat),
    ("\"a\"", .unknownFormat), ("GIF89a", .unknownFormat), ("{}", .noItems(path: .root)),
    (#"{"error":{"code":"API_KEY_INVALID"}}"#, .noItems(path: .root)),
    ("<!DOCTYPE html><html>", .webPage), ("\u{FEFF}\n<HTML lang='en'>", .webPage),
    ("<html xmlns='http://www.w3.org/1999/xhtml'/>", .webPage), ("<!doctype\nHTML>", .webPage),
    ("<!-- x --><html/>", .webPage),
    ("<opml/>", .unknownElement(ForeignName("opml".utf8))),
  ])
  func `a document that is not a feed is refused with the reason`(text: String, error: FeedError) {
    #expect(throws: error) { try read(text) }
  }

  @Test(arguments: [GoldenFeeds.plain, "{\"a\":{\"b\":1}}"])
  func `a mapping to a missing list is refused with its path`(text: String) {
    #expect(throws: FeedError.noItems(path: JSONPath("a.b"))) {
      try read(text, mapping: JSONMapping(items: "a.b"))
    }
    #expect(FeedError.noItems(path: JSONPath("a.b")).description == "no list at a.b")
  }

  @Test func `the first faults are listed and all are counted`() throws {
    let faults = try page("[" + (0..<100).map(String.init).joined(separator: ",") + "]").faults
    #expect(faults.count == 100)
    #expect(faults.first.map(\.place) == ["[0]", "[1]", "[2]", "[3]", "[4]"])
  }

  @Test func `text is trimmed, collapsed to single spaces and cut at its limit`() {
    #expect(ForeignText("\t\n ".utf8, limit: 9) == nil)
    #expect(ForeignText(" a \r\n b ".utf8, limit: 9)?.bytes == Array("a b".utf8))
    #expect(ForeignText("aaé".utf8, limit: 3)?.bytes == Array("aa".utf8))
    #expect(ForeignText("aé".utf8, limit: 3)?.bytes == Array("aé".utf8))
    #expect(ForeignText("abcd".utf8, limit: 3)?.bytes == Array("abc".utf8))
  }

  @Test(arguments: [
    ("a < b & c", "a < b & c"), ("<p>a</p><p>b</p>", " a  b "), ("x<b>y</b>z", "xyz"),
    ("&lt;i&gt; &#65;&nbsp;&hellip;", "<i> A …"), ("a<br", "a "), ("<!-- x -->y", " y"),
  ])
  func `HTML is reduced to its text`(html: String, words: String) {
    #expect(String(decoding: MarkupText.plain(Array(html.utf8)), as: UTF8.self) == words)
  }
}
