import CNcurses
import Testing

@testable import Terminal

@Suite("Pasted text")
struct PasteTests {
  private func decode(_ text: String, with decoder: inout InputDecoder) -> [DecodedInput] {
    text.unicodeScalars.flatMap { decoder.decode(.character($0.value)) } + decoder.decode(.pause)
  }

  @Test(arguments: [
    "q", "rm -rf\r", "\u{1B}[A", "\u{3}", "\u{1B}", "\u{1B}[201", "\u{1B}[20\u{1B}[20", "写真",
    "\u{1B}[<0;1;1M", "\u{1B}[200~",
  ])
  func `pasted text is never decoded to keys`(text: String) {
    var decoder = InputDecoder()
    let inputs = decode("\u{1B}[200~\(text)\u{1B}[201~k", with: &decoder)
    #expect(inputs.dropFirst() == [.key(.character("k"))])
    guard case .paste = inputs.first else {
      Issue.record("\(inputs) does not begin with what was pasted")
      return
    }
  }

  @Test func `a paste and its end marker are decoded from pieces`() {
    var decoder = InputDecoder()
    for piece in ["\u{1B}[200~q", "q\u{1B}", "[2", "01"] {
      #expect(decode(piece, with: &decoder) == [])
    }
    #expect(decode("~k", with: &decoder) == [.paste("qq"), .key(.character("k"))])
  }

  @Test func `ncurses key codes within a paste are ignored`() {
    var decoder = InputDecoder()
    _ = decode("\u{1B}[200~", with: &decoder)
    #expect(decoder.decode(.key(KEY_DC)) == [])
    #expect(decode("\u{1B}[201~k", with: &decoder) == [.paste(""), .key(.character("k"))])
  }

  @Test func `a paste is cut to its first 4096 characters`() {
    var decoder = InputDecoder()
    let text = String(repeating: "é", count: 5_000)
    let inputs = decode("\u{1B}[200~\(text)\u{1B}[201~", with: &decoder)
    #expect(inputs == [.paste(String(text.prefix(4_096)))])
    #expect(decode("\u{1B}[200~a\u{1B}[201~", with: &decoder) == [.paste("a")])
  }

  /// Decodes one read after a silence of the decoder's patience.
  private func decodeAfterSilence(
    _ text: String, with decoder: inout InputDecoder
  ) -> [DecodedInput] {
    #expect(decoder.patience != nil)
    return decoder.decode(.silence) + decode(text, with: &decoder)
  }

  @Test(
    arguments: [
      ("\u{3}", .control("c")), ("q", "q"), ("\u{1B}", .escape), ("\r", .enter), ("写", "写"),
    ] as [(String, Key)])
  func `after silence a key ends an unfinished paste and is a key`(typed: String, key: Key) {
    var decoder = InputDecoder()
    #expect(decode("\u{1B}[200~hello", with: &decoder) == [])
    #expect(decodeAfterSilence(typed, with: &decoder) == [.paste("hello"), .key(key)])
    #expect(decoder.patience == nil && !decoder.isInSequence)
    #expect(decode("j", with: &decoder) == [.key("j")])
  }

  @Test func `after silence an ncurses key code ends an unfinished paste too`() {
    var decoder = InputDecoder()
    _ = decode("\u{1B}[200~", with: &decoder)
    #expect(decoder.decode(.silence) == [])
    #expect(decoder.decode(.key(KEY_UP)) + decoder.decode(.pause) == [.key(.up)])
  }

  @Test(arguments: ["qD", "D\r", "\u{3}\u{3}", "\u{1B}[A", "\u{1B}[<0;1;1M"])
  func `the remainder of a stalled paste is not decoded to keys`(rest: String) {
    var decoder = InputDecoder()
    _ = decode("\u{1B}[200~a", with: &decoder)
    #expect(decodeAfterSilence(rest, with: &decoder) == [.paste("a")])
    let inputs = decodeAfterSilence("\(rest)\u{1B}[201~k", with: &decoder)
    #expect(inputs.last == .key("k"))
    #expect(!inputs.dropLast().contains { if case .paste = $0 { false } else { true } })
  }

  @Test func `the end marker of a paste may arrive after a stall`() {
    var decoder = InputDecoder()
    _ = decode("\u{1B}[200~a\u{1B}[20", with: &decoder)
    #expect(decodeAfterSilence("1~k", with: &decoder) == [.paste("a"), .paste(""), .key("k")])
  }

  @Test func `two reads of Ctrl-C alone end a paste without silence`() {
    var decoder = InputDecoder()
    #expect(decode("\u{1B}[200~q\u{3}", with: &decoder) == [])
    #expect(decode("\u{3}", with: &decoder) == [])
    #expect(decode("a", with: &decoder) == [])
    #expect(decode("\u{3}", with: &decoder) == [])
    #expect(decode("\u{3}\u{3}", with: &decoder) == [])
    #expect(decode("\u{3}", with: &decoder) == [])
    #expect(decode("\u{3}", with: &decoder) == [.key(.control("c"))])
    #expect(decode("j", with: &decoder) == [.key("j")])
  }

  @Test func `silence within a paste is waited for once`() {
    var decoder = InputDecoder()
    _ = decode("\u{1B}[200~a", with: &decoder)
    _ = decoder.decode(.silence)
    #expect(decoder.patience == nil && decoder.decode(.silence) == [])
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:", "\u{1B}P>|kitty", "\u{1B}[1;", "\u{1B}[M!", "\u{1B}]0;\u{1B}",
  ])
  func `after silence an unfinished sequence does not swallow a key`(beginning: String) {
    var decoder = InputDecoder()
    #expect(decode(beginning, with: &decoder) == [])
    #expect(decodeAfterSilence("\u{3}", with: &decoder) == [.key(.control("c"))])
    #expect(decode("q", with: &decoder) == [.key("q")])
  }

  @Test func `the remainder of a stalled reply completes it and is not decoded to keys`() {
    var decoder = InputDecoder()
    #expect(decode("\u{1B}P>|kitty", with: &decoder) == [])
    #expect(
      decodeAfterSilence("(0.41.1)\u{1B}\\q", with: &decoder) == [
        .answer(.version("kitty(0.41.1)")), .key("q"),
      ])
  }
}
