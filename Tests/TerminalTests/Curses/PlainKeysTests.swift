import Testing

@testable import Terminal

@Suite("Keys and lines of a plain terminal")
struct PlainKeysTests {
  private func events(_ pieces: [UInt8]...) -> [TerminalEvent] {
    var keys = PlainKeys()
    return pieces.flatMap { keys.events(of: $0) }
  }

  @Test(arguments: [
    ("j", [Key.character("j")]), ("\r", [.enter]), ("\u{1b}[A", [.up]), ("\u{1b}OB", [.down]),
    ("\u{1b}", [.escape]), ("\u{3}", [.control("c")]), ("gg", ["g", "g"]), ("\u{7f}", [.backspace]),
  ])
  func `bytes of common keys are decoded`(text: String, keys: [Key]) {
    #expect(events(Array(text.utf8)) == keys.map { .key($0) })
  }

  @Test func `a character in pieces is decoded as one`() {
    #expect(events([0xC3], [0xA4]) == [.key("ä")])
    #expect(events([0xF0, 0x9F], [0x98], [0x80]) == [.key("😀")])
    #expect(events([0xFF, 0x6A]).last == .key("j"))
  }

  @Test(arguments: [
    ("lake\n", false, [TerminalEvent.paste("lake"), .key(.enter)]),
    ("lake\n", true, [.key(.control("u")), .paste("lake"), .key(.enter)]),
    ("\n", true, [.key(.enter)]), ("", false, [.key(.escape)]),
    ("la\u{1b}", false, [.key(.escape)]), ("la\u{3}", false, [.key(.control("c"))]),
    ("la", false, [.paste("la")]),
  ])
  func `a line is decoded to the events of typing it`(
    text: String, replaces: Bool, events: [TerminalEvent]
  ) {
    #expect(PlainKeys.events(ofLine: Array(text.utf8), replaces) == events)
  }
}
