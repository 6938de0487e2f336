import Base
import Testing

@Suite struct ContainingTests {
  @Test(arguments: [
    ("a premature end", "premature", true), ("premature", "premature", true), ("", "a", false),
    ("prematur", "premature", false), ("aab", "ab", true), ("größe", "ß", true), ("a", "", true),
    ("", "", true),
  ])
  func `a part is found at any position of a text`(text: String, part: String, isThere: Bool) {
    #expect(text.contains(text: part) == isThere)
  }
}
