import Testing

@testable import Terminal

@Suite struct PlaceholderTests {
  /// The rule by which the marks were chosen (kitty graphics protocol, "Unicode placeholders").
  @Test func `the marks are nonspacing, above their base and in Unicode 6.0`() throws {
    #expect(Placeholder.marks.count == 297 && Set(Placeholder.marks).count == 297)
    for mark in Placeholder.marks {
      let properties = try #require(Unicode.Scalar(mark)).properties
      #expect(properties.canonicalCombiningClass == .above)
      #expect(properties.generalCategory == .nonspacingMark)
      let age = try #require(properties.age)
      #expect(age.major < 6 || age == (6, 0))
    }
    #expect(Placeholder.marks == Placeholder.marks.sorted())
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `Base64 matches RFC 4648`(text: String, encoded: String) {
    #expect(String(decoding: Base64.encode(Array(text.utf8)[...]), as: UTF8.self) == encoded)
  }

  @Test func `passthrough wraps a sequence for tmux and doubles its escapes`() {
    let wrapped = TmuxPassthrough.wrap(Array("\u{1b}_Gi=1\u{1b}\\".utf8))
    #expect(
      String(decoding: wrapped, as: UTF8.self)
        == "\u{1b}Ptmux;\u{1b}\u{1b}_Gi=1\u{1b}\u{1b}\\\u{1b}\\")
  }
}
