import Imaging
import Testing

@Suite("Text in Helvetica")
struct HelveticaTextTests {
  @Test(arguments: [
    ("a Z~", [0x61, 0x20, 0x5A, 0x7E]), ("é", [0xE9]), ("€…Š", [0x80, 0x85, 0x8A]),
    // Letters with separate accents, as on macOS.
    ("e\u{301}u\u{308}", [0xE9, 0xFC]),
    // Accents that the encoding lacks.
    ("őğŁ", [0x6F, 0x67, 0x4C]),
    ("湖😀ж", [0x3F, 0x3F, 0x3F]), ("a\u{7}", [0x61, 0x3F]), ("", []),
  ])
  func `letters have their codes, or the nearest that there are`(text: String, bytes: [UInt8]) {
    #expect(HelveticaText(text).bytes == bytes)
  }

  @Test(arguments: [("i", 2.22), ("W", 9.44), ("íÍ", 5.0), ("00 ", 13.9), ("…", 10)])
  func `the width is that of the font's metrics`(text: String, width: Double) {
    #expect(abs(HelveticaText(text).width(at: 10) - width) < 0.001)
  }

  @Test(arguments: [
    ("IMG_0001.jpg", 100.0, "IMG_0001.jpg"), ("IMG_00000000001.jpg", 60, "IMG_0….jpg"),
    ("abc", 16, "a…"), ("ab", 1, "…"), ("", 0, ""),
  ])
  func `a text that is too wide loses its middle`(text: String, width: Double, fitted: String) {
    let result = HelveticaText(text).fitted(into: width, at: 10)
    #expect(result.bytes == HelveticaText(fitted).bytes)
  }
}
