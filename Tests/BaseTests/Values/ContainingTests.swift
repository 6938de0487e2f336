import Base
import Testing

@Suite struct ContainingTests {
  @Test(arguments: [
    ("a premature end", "premature", true), ("premature", "premature", true), ("", "a", false),
    ("prematur", "premature", false), ("aab", "ab", true), ("größe", "ß", true), ("a", "", true),
    ("", "", true),
  ])
  func `a text is found wherever it stands`(text: String, part: String, isThere: Bool) {
    #expect(text.contains(text: part) == isThere)
  }
}
