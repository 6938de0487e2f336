import CNcurses
import Imaging
import Testing

@testable import Terminal

@Suite("Keys with Alt")
struct AltKeyTests {
  /// Decodes text that arrives in several reads.
  private func decode(_ reads: String..., isAnswerDue: Bool = false) -> [DecodedInput] {
    var decoder = InputDecoder()
    decoder.isAnswerDue = isAnswerDue
    var inputs: [DecodedInput] = []
    for read in reads {
      inputs += read.unicodeScalars.flatMap { decoder.decode(.character($0.value)) }
      inputs += decoder.decode(.pause)
    }
    return decoder.patience == nil ? inputs : inputs + decoder.decode(.silence)
  }

  @Test(
    arguments: [
      ("\u{1B}D", .alt("D")), ("\u{1B}q", .alt("q")), ("\u{1B}é", .alt("é")),
      ("\u{1B}写", .alt("写")), ("\u{1B}\r", .alt(.enter)), ("\u{1B}\t", .alt(.tab)),
      ("\u{1B}\u{7F}", .alt(.backspace)), ("\u{1B}\u{3}", .alt(.control("c"))),
      ("\u{1B} ", .alt(" ")), ("\u{1B}\u{1B}", .alt(.escape)), ("\u{1B}[1;3A", .alt(.up)),
      ("\u{1B}\u{1B}[A", .alt(.up)), ("\u{1B}\u{1B}OA", .alt(.up)),
      ("\u{1B}\u{1B}[1;3A", .alt(.up)), ("\u{1B}[5;3~", .alt(.pageUp)),
      ("\u{1B}\u{1B}[5~", .alt(.pageUp)), ("\u{1B}\u{1B}[27u", .alt(.escape)),
    ] as [(String, Key)])
  func `Escape and the key after it in one read are one key with Alt`(text: String, key: Key) {
    #expect(decode(text) == [.key(key)])
    #expect(decode(text, isAnswerDue: true) == [.key(key)])
    #expect(decode(text, "j") == [.key(key), .key("j")])
  }

  @Test(arguments: ["\u{1B}\u{1B}[25~", "\u{1B}\u{1B}[1;5A", "\u{1B}\u{0}"])
  func `Alt with an unknown key is ignored`(text: String) {
    #expect(decode(text) == [])
  }

  @Test func `Escape in a read of its own stays Escape, whatever the next read has`() {
    for isAnswerDue in [false, true] {
      #expect(decode("\u{1B}", isAnswerDue: isAnswerDue) == [.key(.escape)])
      #expect(decode("\u{1B}", "D", isAnswerDue: isAnswerDue) == [.key(.escape), .key("D")])
      #expect(
        decode("\u{1B}", "\u{1B}", "\u{1B}", isAnswerDue: isAnswerDue)
          == [.key(.escape), .key(.escape), .key(.escape)])
      #expect(
        decode("\u{1B}", "\u{1B}D", isAnswerDue: isAnswerDue) == [.key(.escape), .key(.alt("D"))])
    }
  }

  @Test func `Alt applies to ncurses key codes as well`() {
    var decoder = InputDecoder()
    _ = decoder.decode(.character(0x1B))
    #expect(decoder.decode(.key(KEY_BACKSPACE)) == [.key(.alt(.backspace))])
    _ = decoder.decode(.character(0x1B))
    #expect(decoder.decode(.pause) == [.key(.escape)])
    #expect(decoder.decode(.key(KEY_UP)) == [.key(.up)])
    _ = decoder.decode(.character(0x1B))
    #expect(decoder.decode(.key(600)) == [])
  }

  @Test func `Escape before a report, a reply or a paste in one read is a key of its own`() {
    let point = CellPoint(column: 9, row: 4)
    #expect(
      decode("\u{1B}\u{1B}[<0;10;5M") == [
        .key(.escape), .mouse(MouseReport(.leftPressed, at: point)),
      ])
    #expect(decode("\u{1B}\u{1B}[I") == [.key(.escape), .focus])
    #expect(
      decode("\u{1B}\u{1B}[?62;4c") == [.key(.escape), .answer(.attributes([62, 4]))])
    #expect(
      decode("\u{1B}\u{1B}P>|tmux 3.3a\u{1B}\\") == [
        .key(.escape), .answer(.version("tmux 3.3a")),
      ])
    #expect(decode("\u{1B}\u{1B}[200~q\u{1B}[201~") == [.key(.escape), .paste("q")])
  }

  @Test func `Alt within pasted text is text`() {
    #expect(decode("\u{1B}[200~a\u{1B}Db\u{1B}[201~") == [.paste("aDb")])
  }
}
