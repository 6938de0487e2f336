import Testing

@testable import Terminal

struct ClipboardCodeTests {
  @Test func `text is written in Base64`() {
    let code = ClipboardCode(Array("a\n\u{1B}".utf8))
    #expect(code?.bytes == Array("\u{1B}]52;c;YQob\u{07}".utf8))
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{3FF}~\u{3BF}?>", "z79+zr8/Pg=="),
  ])
  func `Base64 is that of RFC 4648, also behind other text`(text: String, letters: String) {
    #expect(Base64.encode(Array(text.utf8)[...]) == Array(letters.utf8))
    var bytes: [UInt8] = [0]
    Base64.append(Array("__\(text)".utf8).dropFirst(2), to: &bytes)
    #expect(bytes == [0] + letters.utf8)
  }

  @Test func `an image is written in pieces with its type`() {
    let picture = [UInt8](repeating: 65, count: 4099)
    let code = String(
      decoding: PictureClipboardCode(picture, type: "image/png").bytes, as: UTF8.self)
    let first = String(repeating: "QUFB", count: 1365) + "QQ=="
    #expect(
      code
        == [
          "type=write", "type=wdata:mime=aW1hZ2UvcG5n;\(first)",
          "type=wdata:mime=aW1hZ2UvcG5n;QUFB", "type=wdata",
        ].map { "\u{1B}]5522;\($0)\u{1B}\\" }.joined())
  }

  @Test func `there is no code for text longer than terminals accept`() {
    let most = [UInt8](repeating: 65, count: ClipboardCode.limit)
    #expect(ClipboardCode(most)?.bytes.count == 100_000)
    #expect(ClipboardCode(most + [65]) == nil)
  }
}
