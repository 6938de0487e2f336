import Base
import Testing

@Suite("The name that was meant")
struct NearestNameTests {
  @Test(arguments: [
    ("srot", "sort"), ("captoin", "caption"), ("Sort", "sort"), ("grup", "group"),
    ("sort", "sort"), ("page-dwon", "page-down"), ("", nil), ("xylophone", nil), ("kk", nil),
  ])
  func `it is near`(text: String, name: String?) {
    #expect(NearestName.of(text, in: ["sort", "caption", "group", "page-down"]) == name)
  }

  @Test func `a very long one is near to none`() {
    #expect(NearestName.of(String(repeating: "sort", count: 100_000), in: ["sort"]) == nil)
  }
}
