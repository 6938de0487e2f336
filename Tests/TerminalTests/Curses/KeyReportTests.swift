import Testing

@testable import Terminal

@Suite("Keys in the long forms of xterm and kitty")
struct KeyReportTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = InputDecoder()
    let inputs =
      "\u{1B}[\(text)".unicodeScalars.flatMap { decoder.decode(.character($0.value)) }
      + decoder.decode(.pause)
    return inputs.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  @Test(
    arguments: [
      ("27;5;99~", .control("c")), ("27;2;71~", "G"), ("27;6;67~", .control("c")),
      ("27;5;105~", .tab), ("27;5;109~", .enter), ("27;5;91~", .escape), ("27;5;63~", .backspace),
      ("27;5;13~", .enter), ("27;2;13~", .enter), ("27;5;9~", .tab), ("27;2;33~", "!"),
      ("27;3;68~", .alt("D")), ("27;7;99~", .alt(.control("c"))), ("27;5;127~", .backspace),
      ("27;1;27~", .escape), ("27;2;32~", " "), ("27;2;9~", .backTab),
    ] as [(String, Key)])
  func `xterm's long form is decoded like the short form of the key`(text: String, key: Key) {
    #expect(keys(text) == [key])
  }

  @Test(
    arguments: [
      ("99;5u", .control("c")), ("102;5u", .control("f")), ("97u", "a"), ("97;1u", "a"),
      ("97;2u", "A"), ("97:65;2u", "A"), ("49:33;2u", "!"), ("97;2;65u", "A"), ("97;65u", "A"),
      ("97;66u", "a"), ("233u", "é"), ("97;129u", "a"), ("99;133u", .control("c")),
      ("1089::99;5u", .control("c")), ("97;1:1u", "a"), ("97;1:2u", "a"), ("27u", .escape),
      ("13u", .enter), ("9u", .tab), ("127u", .backspace), ("127;2u", .backspace), ("32u", " "),
      ("57399u", "0"), ("57408u", "9"), ("57414u", .enter), ("57413u", "+"), ("57419u", .up),
      ("57421u", .pageUp), ("57423u", .home), ("57426u", .delete), ("113;3u", .alt("q")),
      ("113;33u", .alt("q")), ("27;3u", .alt(.escape)), ("127;3u", .alt(.backspace)),
      ("0;;228u", "ä"), ("1;129A", .up), ("1;1:2B", .down), ("1;3C", .alt(.right)),
      ("5;1:1~", .pageUp), ("3;129~", .delete), ("9;2u", .backTab), ("Z", .backTab),
      ("P", .function(1)),
      ("1;1P", .function(1)), ("11~", .function(1)),
      ("Q", .function(2)), ("R", .function(3)), ("13~", .function(3)), ("1;1S", .function(4)),
      ("15~", .function(5)), ("17~", .function(6)), ("21;1~", .function(10)),
      ("24~", .function(12)),
    ] as [(String, Key)])
  func `kitty's form is decoded with its alternates and its text`(text: String, key: Key) {
    #expect(keys(text) == [key])
  }

  @Test func `text of an input method is decoded to all its characters`() {
    #expect(keys("0;;49436:50689u") == ["서", "영"])
  }

  @Test(arguments: [
    "97;1:3u", "99;5:3u", "1;1:3A", "97;9u", "97;17u", "57358u", "57441u", "57344u", "57427u",
    "97;0u", "97;257u", "97;5:9u", "u", ";5u", "0u", "3u", "1u", "55296u", "1114112u", "128u",
    "9999999u", "99999999u", "97;99999999u", "999999999999999999999999999999u", "-97u",
    "97;1;1;1u", "?1u", ">1u", "<1u", "=1u", "27;5~", "27;5;~", "27;5;32~", "27;5;3~", "27;;~",
    "27;5;99;1~", "27;5;57441~", "1;2A", "1;5C", "2;1A", "2~", "16~", "25;1~", "1;99999999A",
    "32;5u", "233;5u", "97:::::::::::;;;;;;u",
  ])
  func `releases, unknown keys and numbers out of range are ignored`(text: String) {
    #expect(keys(text) == [])
    #expect(keys(text + "q") == ["q"])
  }
}
