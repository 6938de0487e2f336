import Base
import Testing

@Suite("Suggestions for misspelt names")
struct NearestNameTests {
  @Test(arguments: [
    ("srot", "sort"), ("captoin", "caption"), ("Sort", "sort"), ("grup", "group"),
    ("sort", "sort"), ("page-dwon", "page-down"), ("", nil), ("xylophone", nil), ("kk", nil),
  ])
  func `a misspelt name suggests the nearest known name, if any is near`(
    text: String, name: String?
  ) {
    #expect(NearestName.of(text, in: ["sort", "caption", "group", "page-down"]) == name)
  }

  @Test func `a very long name has no suggestion`() {
    #expect(NearestName.of(String(repeating: "sort", count: 100_000), in: ["sort"]) == nil)
  }
}
