import CNcurses
import Terminal
import Testing

@testable import CursesTerminal

@Suite("Pasted text")
struct PasteTests {
  private func decode(_ text: String, with decoder: inout InputDecoder) -> [DecodedInput] {
    text.unicodeScalars.flatMap { decoder.decode(.character($0.value)) } + decoder.decode(.pause)
  }

  @Test(arguments: [
    "q", "rm -rf\r", "\u{1B}[A", "\u{3}", "\u{1B}", "\u{1B}[201", "\u{1B}[20\u{1B}[20", "写真",
    "\u{1B}[<0;1;1M", "\u{1B}[200~",
  ])
  func `it never becomes a command`(text: String) {
    var decoder = InputDecoder()
    let inputs = decode("\u{1B}[200~\(text)\u{1B}[201~k", with: &decoder)
    #expect(inputs.dropFirst() == [.key(.character("k"))])
    guard case .paste = inputs.first else {
      Issue.record("\(inputs) does not begin with what was pasted")
      return
    }
  }

  @Test func `it may come in pieces, and its end too`() {
    var decoder = InputDecoder()
    for piece in ["\u{1B}[200~q", "q\u{1B}", "[2", "01"] {
      #expect(decode(piece, with: &decoder) == [])
    }
    #expect(decode("~k", with: &decoder) == [.paste("qq"), .key(.character("k"))])
  }

  @Test func `keys that ncurses finds in it mean nothing`() {
    var decoder = InputDecoder()
    _ = decode("\u{1B}[200~", with: &decoder)
    #expect(decoder.decode(.key(KEY_DC)) == [])
    #expect(decode("\u{1B}[201~k", with: &decoder) == [.paste(""), .key(.character("k"))])
  }

  @Test func `of a long text only the beginning is kept`() {
    var decoder = InputDecoder()
    let text = String(repeating: "é", count: 5_000)
    let inputs = decode("\u{1B}[200~\(text)\u{1B}[201~", with: &decoder)
    #expect(inputs == [.paste(String(text.prefix(4_096)))])
    #expect(decode("\u{1B}[200~a\u{1B}[201~", with: &decoder) == [.paste("a")])
  }
}
