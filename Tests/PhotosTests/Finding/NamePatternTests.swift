import Base
import Photos
import TestSupport
import Testing

@Suite("Name patterns")
struct NamePatternTests {
  @Test(
    arguments: [
      ("lake", .scattered, "photo-lake.jpg", true), ("lk", .scattered, "lake.jpg", true),
      ("kl", .scattered, "lake.jpg", false), ("lake", .scattered, "Lake.JPG", true),
      ("Lake", .scattered, "lake.jpg", false), ("Lake", .scattered, "Lake.jpg", true),
      ("img24", .scattered, "IMG_0024.jpg", true), ("2024", .scattered, "IMG_20140204", false),
      ("2024", .scattered, "20140204_2024", true), ("i24g", .scattered, "i24_g", true),
      ("", .scattered, "a", true), ("a", .scattered, "", false),
      ("ake", .anywhere, "lake", true), ("lke", .anywhere, "lake", false),
      ("aab", .anywhere, "aaab", true), ("la", .atStart, "lake", true),
      ("ak", .atStart, "lake", false), ("ke", .atEnd, "lake", true), ("la", .atEnd, "lake", false),
      ("lakes", .atEnd, "lake", false), ("lake", .whole, "Lake", true),
      ("lake", .whole, "lakes", false),
    ] as [(String, NamePattern.Way, String, Bool)])
  func `a word matches scattered, anywhere, at the start, at the end or as a whole`(
    word: String, way: NamePattern.Way, name: String, isMatch: Bool
  ) {
    #expect(NamePattern(word, way).matches(ByteString(name)) == isMatch)
  }

  @Test(arguments: ["München.jpg", "Mu\u{308}nchen.jpg", "MÜNCHEN", "munchen"])
  func `accents are ignored, composed or decomposed`(name: String) {
    for word in ["munchen", "münchen", "mu\u{308}nchen"] {
      for way in [NamePattern.Way.scattered, .anywhere, .atStart] {
        #expect(NamePattern(word, way).matches(ByteString(name)))
      }
    }
  }

  @Test(
    arguments: [
      ("Straße", "strasse"), ("ØRE", "ore"), ("Łódź", "lodz"), ("ÅNGSTRÖM", "angstrom"),
      ("Đà Nẵng", "da nang"), ("İstanbul", "istanbul"), ("Ελλάς", "ελλασ"), ("Ёлка", "елка"),
      ("\u{212B}", "a"), ("æon", "aeon"), ("a\u{FE0F}", "a\u{FE0F}"),
    ])
  func `letters are folded to those that people type`(name: String, folded: String) {
    #expect(NameFolding.folded(Array(name.utf8)) == Array(folded.utf8))
  }

  @Test func `a combining mark that makes another letter counts, composed or decomposed`() {
    let (composed, decomposed) = ("が.jpg", "か\u{3099}.jpg")
    for name in [composed, decomposed] {
      #expect(NamePattern("が", .anywhere).matches(ByteString(name)))
    }
    #expect(!NamePattern("が", .anywhere).matches(ByteString("か.jpg")))
    #expect(NamePattern("각", .atStart).matches(ByteString("\u{1100}\u{1161}\u{11A8}")))
  }

  @Test func `a capital in the word is case-sensitive in accented names too`() {
    #expect(NamePattern("München", .anywhere).matches(ByteString("Mu\u{308}nchen")))
    #expect(NamePattern("Munchen", .anywhere).matches(ByteString("München")))
    #expect(!NamePattern("München", .anywhere).matches(ByteString("münchen")))
    #expect(!NamePattern("Ñ", .scattered).matches(ByteString("mañana")))
  }

  @Test func `names that are not UTF-8 are matched too`() {
    let name = ByteString([0xFF, 0x61, 0xC3, 0x62])
    #expect(NamePattern("ab", .scattered).matches(name))
    #expect(!NamePattern("ba", .scattered).matches(name))
  }
}
