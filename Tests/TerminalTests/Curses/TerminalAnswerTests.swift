import Imaging
import Testing

@testable import Terminal

@Suite("Replies of the terminal about images")
struct TerminalAnswerTests {
  private func decode(_ text: String) -> [DecodedInput] {
    var decoder = InputDecoder()
    return text.unicodeScalars.flatMap { decoder.decode(.character($0.value)) }
      + decoder.decode(.pause)
  }

  /// Every kind of reply.
  private static let answers: [(String, TerminalAnswer)] = [
    ("\u{1B}[?62;4;22c", .attributes([62, 4, 22])), ("\u{1B}[?6c", .attributes([6])),
    ("\u{1B}[?62;c", .attributes([62])), ("\u{1B}[?c", .attributes([])),
    (
      "\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28;29;4c",
      .attributes([64, 1, 2, 6, 9, 15, 16, 17, 18, 21, 22, 28, 29, 4])
    ),
    ("\u{1B}_Gi=31;OK\u{1B}\\", .picture(id: 31, isTaken: true)),
    ("\u{1B}_Gi=44,p=1;OK\u{1B}\\", .picture(id: 44, isTaken: true)),
    ("\u{1B}_GI=9,i=31;OK\u{7}", .picture(id: 31, isTaken: true)),
    ("\u{1B}_Gi=32;ENOTSUPPORTED:\u{1B}\\", .picture(id: 32, isTaken: false)),
    ("\u{1B}_Gi=32;\u{1B}\\", .picture(id: 32, isTaken: false)),
    (
      "\u{1B}_Gi=32;EBADF:\(String(repeating: "x", count: 9999))\u{1B}\\",
      .picture(id: 32, isTaken: false)
    ),
    ("\u{1B}[6;18;9t", .cell(PixelSize(width: 9, height: 18))),
    ("\u{1B}[4;720;900t", .textArea(PixelSize(width: 900, height: 720))),
    ("\u{1B}[?2;0;1000;800S", .sixelArea(PixelSize(width: 1000, height: 800))),
    ("\u{1B}[?2;1S", .sixelArea(nil)), ("\u{1B}[?2;3;0S", .sixelArea(nil)),
    ("\u{1B}[?2;0;0;0S", .sixelArea(nil)), ("\u{1B}[?2;0;5S", .sixelArea(nil)),
  ]

  @Test(arguments: answers)
  func `each reply is decoded, also twice and between keys`(text: String, answer: TerminalAnswer) {
    let read = DecodedInput.answer(answer)
    #expect(decode(text) == [read])
    #expect(decode("j\(text)k\(text)l") == [.key("j"), read, .key("k"), read, .key("l")])
  }

  @Test(arguments: [
    "\u{1B}[6;18t", "\u{1B}[6;18;9;1t", "\u{1B}[6;0;9t", "\u{1B}[6;18;-9t", "\u{1B}[6;;t",
    "\u{1B}[6;18;123456t", "\u{1B}[5;18;9t", "\u{1B}[?6;18;9t", "\u{1B}[t",
    "\u{1B}[6;18;\(String(repeating: "9", count: 9999))t", "\u{1B}[?1;0;256S", "\u{1B}[?S",
    "\u{1B}[2;0;9;9S", "\u{1B}_G\u{1B}\\", "\u{1B}_G;OK\u{1B}\\", "\u{1B}_Gi=;OK\u{1B}\\",
    "\u{1B}_Gi=x;OK\u{1B}\\", "\u{1B}_Gp=1;OK\u{1B}\\", "\u{1B}_Xi=31;OK\u{1B}\\",
    "\u{1B}^Gi=31;OK\u{1B}\\", "\u{1B}XGi=31;OK\u{1B}\\", "\u{1B}PGi=31;OK\u{1B}\\",
    "\u{1B}_Gi=31;OK\n",
  ])
  func `an invalid reply is neither a reply nor a key`(text: String) {
    #expect(decode("\(text)\u{1B}[?1cq") == [.answer(.attributes([1])), .key("q")])
  }

  @Test func `a reply within pasted text is text`() {
    let inputs = decode("\u{1B}[200~\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;18;9t\u{1B}[201~j")
    #expect(inputs == [.paste("_Gi=31;OK\\[6;18;9t"), .key("j")])
  }
}
