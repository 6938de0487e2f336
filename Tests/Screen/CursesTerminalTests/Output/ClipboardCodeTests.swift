import Testing

@testable import CursesTerminal

struct ClipboardCodeTests {
  @Test func `text is written as Base64`() {
    let code = ClipboardCode(Array("a\n\u{1B}".utf8))
    #expect(code?.bytes == Array("\u{1B}]52;c;YQob\u{07}".utf8))
  }

  @Test func `there is none for more than terminals take`() {
    let most = [UInt8](repeating: 65, count: ClipboardCode.limit)
    #expect(ClipboardCode(most)?.bytes.count == 100_000)
    #expect(ClipboardCode(most + [65]) == nil)
  }
}
