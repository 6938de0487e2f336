import Base
import Terminal
import TestSupport
import Testing

@Suite("DisplayText")
struct DisplayTextTests {
  @Test(arguments: [
    ("plain.jpg", "plain.jpg", 9),
    ("esc\u{1B}[31m", "esc\u{FFFD}[31m", 8),
    ("a\nb\tc\rd\u{7F}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}", 8),
    ("c1\u{9B}31m", "c1\u{FFFD}31m", 6),
    ("rtl\u{202E}gpj.exe", "rtl\u{FFFD}gpj.exe", 11),
    ("zero\u{200B}width\u{FEFF}", "zero\u{FFFD}width\u{FFFD}", 11),
    ("tag\u{E0041}", "tag\u{FFFD}", 4),
    ("line\u{2028}end", "line\u{FFFD}end", 8),
    ("写真.jpg", "写真.jpg", 8),
    ("e\u{301}te\u{301}", "e\u{301}te\u{301}", 3),
    ("👨\u{200D}👩", "👨👩", 4),
    ("\u{301}x", "\u{FFFD}x", 2),
    ("", "", 0),
  ])
  func `control and invisible characters are replaced, and the width is known`(
    text: String, shown: String, width: Int
  ) {
    let display = DisplayText(text)
    #expect(display.description.unicodeScalars.elementsEqual(shown.unicodeScalars))
    #expect(display.width == width)
  }

  @Test func `bytes that are not UTF-8 become replacement characters`() {
    let display = DisplayText(sanitising: [0x61, 0xFF, 0x62, 0xC3])
    #expect(display.description == "a\u{FFFD}b\u{FFFD}")
    #expect(display.width == 4)
  }

  @Test func `a character keeps at most four combining marks`() {
    let display = DisplayText("a" + String(repeating: "\u{301}", count: 50))
    #expect(display.description.unicodeScalars.count == 5)
    #expect(display.width == 1)
  }

  @Test func `random bytes and scalars give no control or invisible characters`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
      check(DisplayText(sanitising: bytes))
      let scalars = (0..<12).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
      }
      check(DisplayText(String(String.UnicodeScalarView(scalars))))
    }
  }

  private func check(_ text: DisplayText) {
    let harmful = text.description.unicodeScalars.contains { scalar in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || (0x200B...0x200F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
        || (0x2066...0x2069).contains(scalar.value) || scalar.value == 0xFEFF
        || (0xE0000...0xE007F).contains(scalar.value)
    }
    #expect(!harmful, "\(text.description.unicodeScalars.map(\.value))")
  }

  @Test(arguments: [
    ("IMG_0001.jpg", 12, "IMG_0001.jpg"),
    ("IMG_20240101_120000.jpg", 11, "IMG_2…0.jpg"),
    ("abcdef", 1, "…"),
    ("abcdef", 0, ""),
    ("写真写真写真", 6, "写…真"),
  ])
  func `a name that is too long is cut in the middle`(text: String, columns: Int, shown: String) {
    let cut = DisplayText(text).truncated(to: columns)
    #expect(cut.width <= columns)
    #expect(cut.description == shown)
  }

  @Test func `text is wrapped at spaces`() {
    let lines = DisplayText("too large: 50000x50000").wrapped(to: 12)
    #expect(lines.map(\.description) == ["too large:", "50000x50000"])
  }
}
