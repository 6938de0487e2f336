import Addresses
import Testing
import Values

@testable import Feeds

struct JSONFormTests {
  @Test(arguments: FormSample.all)
  func `a form is read with its sizes and words`(sample: FormSample) throws {
    #expect(try read(sample.document) == sample.expected)
  }

  /// What stands under some names is a page in every one of the samples.
  @Test(arguments: FormSample.all)
  func `a page is never taken for the picture`(sample: FormSample) throws {
    let pages = Self.pages(in: try JSONParser.parse(Array(sample.document.utf8)))
    let renditions = try page(sample.document).entries.flatMap(\.renditions)
    #expect(!renditions.contains { pages.contains($0.address.publicText) })
  }

  @Test func `each form has an item and a size`() {
    #expect(JSONForms.all.count > 30)
    let forms = JSONForms.all
    #expect(forms.allSatisfy { !$0.items.isEmpty && !$0.marks.isEmpty && !$0.sizes.isEmpty })
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
  func `in an unknown form the likeliest is taken`(document: String, addresses: [String]) throws {
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
    ("{$r}{a}", #"{"r":"http://h","a":"/1"}"#, "http://h/1"),
  ])
  func `an address is made by its template`(
    template: String, json: String, address: String?
  ) throws {
    let item = JSONItem(value: try JSONParser.parse(Array(json.utf8)), path: .root)
    let made = try AddressTemplate(template).address(for: item, in: item, from: .file)
    #expect(made?.publicText == address)
  }

  @Test func `sizes of another shape are left out and the rest is in order`() throws {
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
