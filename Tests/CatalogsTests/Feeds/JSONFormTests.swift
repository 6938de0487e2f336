import Base
import Configuration
import TestSupport
import Testing

@testable import Catalogs

struct JSONFormTests {
  @Test(arguments: FormSample.all)
  func `each form is read with its sizes and texts`(sample: FormSample) throws {
    #expect(try read(sample.document) == sample.expected)
  }

  /// Members of some names are addresses of web pages in every one of the samples.
  @Test(arguments: FormSample.all)
  func `the address of a web page is never taken for an image`(sample: FormSample) throws {
    let pages = Self.pages(in: try JSONParser.parse(Array(sample.document.utf8)))
    let renditions = try page(sample.document).entries.flatMap(\.renditions)
    #expect(!renditions.contains { pages.contains($0.address.publicText) })
  }

  @Test func `the shipped file has all forms and no errors`() throws {
    let path = try #require(FeedForms.shipped.installed.first)
    #expect(FeedForms.problems(in: path) == [])
    #expect(FeedForms.shipped.all.count == 40)
    #expect(FormSample.all.count == 54)
  }

  @Test func `a form in the user's file takes precedence over the installed ones`() throws {
    let folder = TemporaryFolder()
    let user = folder.write(
      Array(
        """
        [[form]]
        items = ["shots.*", "results.*"]
        marks = ["pic"]
        sizes = [{ address = "https://cdn.example/{pic|.>_s.}", width = 300 }, "pic"]
        title = ["label"]
        [[form]]
        items = ["broken.*"]
        marks = [1]
        sizes = ["pic"]
        """.utf8), as: "feeds.toml")
    let origin = FeedOrigin(address: try WebURL("https://host.example/x".utf8))
    let read = { (text: String, forms: FeedForms) in
      try FeedReader(origin: origin, mapping: JSONMapping(forms: forms)).read(Array(text.utf8))
        .shown
    }
    let forms = FeedForms(user: user, installed: FeedForms.shipped.installed)
    #expect(
      try read(#"{"shots": [{"pic": "a.jpg", "label": "Kiln"}]}"#, forms) == [
        "Kiln | - | - | - | https://cdn.example/a_s.jpg 300x? | /a.jpg"
      ])
    #expect(forms.all.count == 41)
    let missing = FeedForms(user: folder.name("none"), installed: [folder.name("no"), user, user])
    #expect(missing.all.count == 1)
  }

  @Test(
    arguments: [
      ("[[form]]", ["1:3: expected “items”", "1:3: expected “marks”", "1:3: expected “sizes”"]),
      ("form = 1", ["1:1: expected tables [[form]], found “form”"]),
      ("[[forms]]", ["1:3: expected tables [[form]], found “forms”"]),
      ("[[form", ["1:7: "]),
      (form("sizes = [\"a\"]\nmark = []"), ["5:1: expected a key such as “marks”, found “mark”"]),
      (form("sizes = []"), ["4:9: expected at least one element, found none"]),
      (form("sizes = [1]"), ["4:10: expected an address or a size, found an integer"]),
      (form("sizes = [{ width = 5 }]"), ["4:10: expected “address”, found a size without it"]),
      (
        form("sizes = [{ address = \"a\", width = 0, sides = [\"w\"], full = 1 }]"),
        [
          "4:35: expected a number of pixels from 1 to 1000000, found an integer",
          "4:46: expected the paths to a width and a height, found 1 paths",
          "4:60: expected true or false, found an integer",
        ]
      ),
    ] as [(String, [String])])
  func `an error in a forms file is reported with its position`(text: String, problems: [String]) {
    let folder = TemporaryFolder()
    let path = folder.write(Array(text.utf8), as: "feeds.toml")
    let found = FeedForms.problems(in: path).map { $0.line(in: "f") }.sorted()
    #expect(found.count == problems.count)
    for (line, problem) in zip(found, problems) {
      #expect(line.hasPrefix("f:\(problem)"), "\(line)")
    }
  }

  private static func form(_ rest: String) -> String {
    "[[form]]\nitems = [\"*\"]\nmarks = [\"a\"]\n\(rest)"
  }

  @Test(arguments: ["9223372036854775807", "0", "-5", "1000001"])
  func `a size that no image has is unknown`(side: String) throws {
    let document =
      #"{"results": [{"foreign_landing_url": "/x", "url": "/a.jpg", "thumbnail": "/t.jpg", "#
      + #""width": "7", "height": "\#(side)"}]}"#
    #expect(try read(document) == ["- | - | - | - | /a.jpg 7x? | /t.jpg 600x?"])
  }

  @Test(arguments: [
    (#"{"items":[{"title":"T","url":"/story"}]}"#, ["/story"]),
    (#"{"items":[{"url":"/story","image":"/a.jpg"}]}"#, ["/a.jpg"]),
    (#"{"items":[{"url":"/a.png","image":{"alt":"no"}}]}"#, ["/a.png"]),
    (#"{"items":[{"url":"/story","user":{"avatar":"/b.jpg","image":"/c.jpg"}}]}"#, ["/story"]),
    (#"{"items":[{"url":"/story","content":"<p><img src='/a.jpg'>"}]}"#, ["/a.jpg"]),
    (#"{"items":[{"url":"/story","a":{"photo":{"small":"/s","large":"/l"}}}]}"#, ["/s", "/l"]),
    (#"{"items":[{"url":"/full","link":"/story","thumb":"/t"}]}"#, ["/t", "/full"]),
    (#"{"items":[{"name":"words / words","image":"not an address"}]}"#, []),
    (#"{"a":{"b":{"c":[{"x":1},{"picture":"/a.jpg"}]}}}"#, ["/a.jpg"]),
    (#"{"things":{"small":{"url":"/s"},"large":{"url":"/l"}}}"#, ["/s", "/l"]),
    (#"{"error":{"message":"no key","url":{"code":1}}}"#, []),
  ])
  func `in an unknown form the likeliest image addresses are taken`(
    document: String, addresses: [String]
  ) throws {
    let found = (try? page(document))?.entries.flatMap(\.renditions).map(\.shown) ?? []
    #expect(found == addresses)
  }

  @Test(arguments: [
    ("{a}", #"{"a":"http://h/1"}"#, "http://h/1"),
    ("a.b", #"{"a":{"b":"http://h/1"}}"#, "http://h/1"),
    ("a.*", #"{"a":[null,"http://h/1"]}"#, "http://h/1"),
    ("x/a", #"{"a":"http://h/1"}"#, "http://h/1"),
    ("http://h/{a}_{b}.jpg", #"{"a":7,"b":"x"}"#, "http://h/7_x.jpg"),
    ("http://h/{a}", #"{"a":1.5}"#, nil), ("http://h/{a}", #"{"a":""}"#, nil), ("{a}", "{}", nil),
    ("{a|s.>m.}", #"{"a":"http://h/s.s.jpg"}"#, "http://h/s.m.jpg"),
    ("{a|s.>m.}", #"{"a":"http://h/b.jpg"}"#, nil),
    ("http://h/{d|day}/", #"{"d":"2024-02-29 10:00"}"#, "http://h/2024/02/29/"),
    ("http://h/{d|day}/", #"{"d":"2023-02-29"}"#, nil),
    ("a", #"{"a":"http://h/?x=1&amp;y=2"}"#, "http://h/?x=1&y=2"),
    ("{$r}{a}", #"{"r":"http://h","a":"/1"}"#, "http://h/1"), ("{}", "{}", nil),
    ("{|day}", "{}", nil), ("{$}", "{}", nil), ("x{|}", "{}", nil),
  ])
  func `an address is built from its template`(
    template: String, json: String, address: String?
  ) throws {
    let item = JSONItem(value: try JSONParser.parse(Array(json.utf8)), path: .root)
    let made = try AddressTemplate(template).address(for: item, in: item, from: .file)
    #expect(made?.publicText == address)
  }

  @Test func `renditions of another aspect ratio are dropped and the rest sorted by size`() throws {
    let address = { (name: String) in try WebURL("http://h/\(name)".utf8) }
    var list = RenditionList()
    list.add([
      Rendition(address: try address("l"), width: 1000, height: 500),
      Rendition(address: try address("square"), width: 75, height: 75),
      Rendition(address: try address("s"), width: 100, height: 51),
      Rendition(address: try address("m"), width: 320),
    ])
    list.arrange()
    #expect(list.renditions.map(\.address.path) == ["/s", "/m", "/l"])
  }

  private static func pages(in value: JSONValue) -> Set<String> {
    switch value {
    case .array(let elements): return elements.reduce(into: []) { $0.formUnion(pages(in: $1)) }
    case .object(let members):
      return members.reduce(into: []) { found, member in
        found.formUnion(pages(in: member.value))
        if pageNames.contains(member.name), let text = member.value.text { found.insert(text) }
      }
    default: return []
    }
  }

  private static let pageNames: Set<String> = [
    "link_page", "permalink", "post_url", "pageURL", "short_url", "foreign_landing_url", "page",
    "productUrl", "descriptionurl", "ap_id", "uri", "objectURL", "guid", "edmIsShownAt",
    "photographer_url", "creator_url", "api_link", "wikipedia_url", "avatar", "usericon", "icon",
  ]
}
