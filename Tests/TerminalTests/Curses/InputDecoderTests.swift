import CNcurses
import Imaging
import Testing

@testable import Terminal

@Suite("The decoding of input")
struct InputDecoderTests {
  /// Decodes text that arrives at once, then a pause.
  private func decode(_ text: String) -> [DecodedInput] {
    var decoder = InputDecoder()
    return decode(text, with: &decoder)
  }

  private func decode(_ text: String, with decoder: inout InputDecoder) -> [DecodedInput] {
    var inputs = text.unicodeScalars.flatMap { decoder.decode(.character($0.value)) }
    inputs += decoder.decode(.pause)
    return inputs
  }

  @Test(arguments: [
    ("a", Key.character("a")), (" ", .character(" ")), ("é", .character("é")),
    ("写", .character("写")), ("\r", .enter), ("\n", .enter), ("\t", .tab),
    ("\u{8}", .backspace), ("\u{7F}", .backspace), ("\u{1}", .control("a")),
    ("\u{3}", .control("c")), ("\u{1A}", .control("z")), ("\u{1B}", .escape),
    ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OM", .enter), ("\u{1B}[H", .home),
    ("\u{1B}[F", .end), ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[7~", .home),
    ("\u{1B}[8~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
    ("\u{1B}[6~", .pageDown),
  ])
  func `typed characters and sequences are decoded to keys`(text: String, key: Key) {
    #expect(decode(text) == [.key(key)])
  }

  @Test func `gaining the focus is reported, and losing it is ignored`() {
    #expect(decode("\u{1B}[Oa\u{1B}[I") == [.key(.character("a")), .focus])
  }

  @Test(arguments: [
    (KEY_UP, Key.up), (KEY_DOWN, .down), (KEY_LEFT, .left), (KEY_RIGHT, .right),
    (KEY_HOME, .home), (KEY_FIND, .home), (KEY_END, .end), (KEY_SELECT, .end),
    (KEY_PPAGE, .pageUp), (KEY_NPAGE, .pageDown), (KEY_ENTER, .enter),
    (KEY_BACKSPACE, .backspace), (KEY_DC, .delete), (KEY_BTAB, .backTab),
    (KEY_F0 + 1, .function(1)), (KEY_F0 + 12, .function(12)),
  ])
  func `ncurses key codes are decoded to keys`(code: Int32, key: Key) {
    var decoder = InputDecoder()
    #expect(decoder.decode(.key(code)) == [.key(key)])
  }

  @Test(arguments: [KEY_RESIZE, KEY_MOUSE, KEY_F0 + 13, 600])
  func `other ncurses codes are ignored`(code: Int32) {
    var decoder = InputDecoder()
    #expect(decoder.decode(.key(code)) == [])
  }

  @Test(arguments: [
    "\u{0}", "\u{1C}", "\u{85}", "\u{1B}[1;5C", "\u{1B}[62;4;22c", "\u{1B}[8;24;80t",
    "\u{1B}[?2026;2$y", "\u{1B}[[A", "\u{1B}[", "\u{1B}O",
    "\u{1B}P>|\u{1B}\\", "\u{1B}P0$r\u{1B}\\", "\u{1B}[>83;40900;0c", "\u{1B}]>|xterm(379)\u{1B}\\",
    "\u{1B}_1$r0m\u{1B}\\", "\u{1B}P1$r0 q\u{1B}\\", "\u{1B}]10;rgb:ffff/ffff/ffff\u{1B}\\",
    "\u{1B}]11;rgb:00/00\u{7}", "\u{1B}_Gi=31\u{1B}\\", "\u{1B}]11;rgb:0/0/0/0\u{7}",
    "\u{1B}]11;rgb:+1/00/00\u{7}", "\u{1B}]11;rgb:00000/0/0\u{7}", "\u{1B}]11;rgb:0/0/g\u{7}",
    "\u{1B}]72;t=o:x=1\u{1B}\\", "\u{1B}]72;t=e:x=2:o=1\u{1B}\\", "\u{1B}]72;t=E;EPERM\u{1B}\\",
    "\u{1B}]72;t=o:x=-1:y=-1\u{1B}\\", "\u{1B}]72;=:x=:t\u{1B}\\", "\u{1B}]11;rgb:0//0\u{7}",
    "\u{1B}]11;red\u{7}", "\u{1B}]11;rgb:0/0/0\n",
  ])
  func `invalid replies and unknown sequences are ignored`(text: String) {
    #expect(decode(text) == [])
    #expect(decode("\(text)\u{1B}[Aq").suffix(1) == [.key(.character("q"))])
  }

  @Test func `a sequence is continued after a pause`() {
    var decoder = InputDecoder()
    #expect(decode("\u{1B}[<0;1", with: &decoder) == [])
    let report = MouseReport(.leftPressed, at: CellPoint(column: 9, row: 4))
    #expect(decode("0;5M", with: &decoder) == [.mouse(report)])
  }

  @Test(arguments: [
    ("rgb:ffff/ffff/ffff", RGB(255, 255, 255)), ("rgb:0000/0000/0000", RGB(0, 0, 0)),
    ("rgb:1e1e/2020/8080", RGB(30, 32, 128)), ("rgb:1e/20/80", RGB(30, 32, 128)),
    ("rgb:f/0/8", RGB(255, 0, 136)), ("rgb:fff/7ff/001", RGB(255, 127, 0)),
    ("rgba:ffff/0000/8080/1234", RGB(255, 0, 128)),
  ])
  func `the background reply is decoded to its colour`(report: String, color: RGB) {
    #expect(decode("\u{1B}]11;\(report)\u{1B}\\") == [.answer(.background(color))])
    #expect(decode("\u{1B}]11;\(report)\u{7}q") == [.answer(.background(color)), .key("q")])
  }

  @Test(arguments: [
    ("t=o:x=12:y=3:X=100:Y=40", DragReport.gesture(CellPoint(column: 12, row: 3))),
    ("i=0:y=0:x=0:t=o", .gesture(CellPoint(column: 0, row: 0))),
    ("t=e:x=5:y=0", .dataRequested),
  ])
  func `reports of drags are decoded`(metadata: String, report: DragReport) {
    #expect(decode("\u{1B}]72;\(metadata)\u{1B}\\q") == [.answer(.drag(report)), .key("q")])
    #expect(decode("\u{1B}]72;\(metadata);text\u{1B}\\") == [.answer(.drag(report))])
  }

  @Test(arguments: [
    ("xterm", "0;48:2::1:2:3", true), ("kitty", "48:2:1:2:3", true),
    ("a colour space", "0;48:2:0:1:2:3", true), ("semicolons", "0;1;48;2;1;2;3", true),
    ("mlterm", "48;5;16", false), ("screen", "0", false), ("nothing", "", false),
    ("another colour", "48:2::1:2:4", false), ("the foreground", "38:2::1:2:3", false),
    ("a cut colour", "48:2::1:2", false), ("garbage", ":;;a:48:2::1:2:3q", false),
  ])
  func `the reply with the current style shows whether colours are exact`(
    terminal: String, style: String, isExact: Bool
  ) {
    #expect(
      decode("\u{1B}P1$r\(style)m\u{1B}\\") == [.answer(.rendition(isExact: isExact))])
  }

  @Test(arguments: ["XTerm(379)", "kitty(0.41.1)", "WezTerm 20240203-110809-5046fc22", "tmux 3.3a"])
  func `the version reply is decoded to the terminal's name`(version: String) {
    #expect(decode("\u{1B}P>|\(version)\u{1B}\\j") == [.answer(.version(version)), .key("j")])
  }

  @Test func `the device attributes reply is decoded, also between keys`() {
    #expect(decode("\u{1B}[?62;4;22c") == [.answer(.attributes([62, 4, 22]))])
    #expect(decode("j\u{1B}[?1;2ck") == [.key("j"), .answer(.attributes([1, 2])), .key("k")])
  }

  /// All replies of terminals, in several forms.
  private static let answers = [
    "\u{1B}]11;rgb:1e1e/2020/8080\u{1B}\\\u{1B}[?62;4;22c",
    "\u{1B}]11;rgb:1e/20/80\u{7}\u{1B}[?1;2c",
    "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?64;1c", "\u{1B}[?1;2c",
    "\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[?64;1c",
    "\u{1B}P0$r\u{1B}\\\u{1B}]11;#000\u{7}\u{1B}[?6c",
    "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=32;ENOENT:\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62c",
    "\u{1B}[4;720;900t\u{1B}[?2;0;900;684S\u{1B}[?2;3;0S\u{1B}[?62;4c",
  ]

  /// Decodes pieces that arrive some time after one another, as `CursesInput` does it.
  private func decode(
    _ pieces: [String], after delay: Duration, isAnswerDue: Bool = true
  ) -> [DecodedInput] {
    var decoder = InputDecoder()
    var inputs: [DecodedInput] = []
    for piece in pieces {
      if let patience = decoder.patience, delay >= patience { inputs += decoder.decode(.silence) }
      decoder.isAnswerDue = isAnswerDue && !inputs.contains(where: \.isLastAnswer)
      inputs += decode(piece, with: &decoder)
    }
    if decoder.patience != nil { inputs += decoder.decode(.silence) }
    return inputs
  }

  @Test(arguments: answers, [Duration.zero, .milliseconds(60), .milliseconds(999)])
  func `an expected reply is decoded from any pieces`(answer: String, delay: Duration) {
    let whole = decode([answer], after: .zero)
    #expect(whole.last?.isLastAnswer == true)
    let scalars = answer.unicodeScalars.map { String($0) }
    #expect(decode(scalars, after: delay) == whole)
    for first in scalars.indices.dropFirst() {
      for second in first..<scalars.count {
        let pieces = [scalars[..<first], scalars[first..<second], scalars[second...]]
        #expect(decode(pieces.map { $0.joined() }, after: delay) == whole)
      }
    }
  }

  @Test func `Escape is a key at once, or after a second while a reply is expected`() {
    #expect(
      decode(["\u{1B}", "q"], after: .zero, isAnswerDue: false) == [.key(.escape), .key("q")])
    #expect(decode(["\u{1B}", "q"], after: .zero) == [.key(.escape), .key("q")])
    var decoder = InputDecoder()
    #expect(decoder.patience == nil)
    #expect(decode("\u{1B}", with: &decoder) == [.key(.escape)])
    decoder.isAnswerDue = true
    #expect(decode("\u{1B}", with: &decoder) == [])
    #expect(decoder.patience == .seconds(1))
    #expect(decoder.decode(.silence) == [.key(.escape)])
    #expect(decoder.patience == nil)
    #expect(decode(["\u{1B}", "\u{1B}", "[A"], after: .zero) == [.key(.escape), .key(.up)])
  }

  @Test(arguments: ["\u{1B}]", "\u{1B}["])
  func `Alt and a bracket do not swallow the next key`(typed: String) {
    #expect(decode([typed, "j"], after: .seconds(1)) == [.key("j")])
    #expect(decode([typed, "j"], after: .zero, isAnswerDue: false) == [.key("j")])
  }

  @Test func `an overlong string is ignored up to its end`() {
    let endless = "\u{1B}]11;rgb:" + String(repeating: "f", count: 100_000) + "\u{7}j"
    #expect(decode(endless) == [.key(.character("j"))])
  }

  @Test func `an overlong sequence ends with its final character`() {
    let endless = "\u{1B}[" + String(repeating: "1;", count: 100_000) + "Aj"
    #expect(decode(endless) == [.key(.character("j"))])
  }
}

extension DecodedInput {
  fileprivate var isLastAnswer: Bool {
    if case .answer(.attributes) = self { true } else { false }
  }
}
