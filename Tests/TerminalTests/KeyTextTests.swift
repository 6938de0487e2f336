import Terminal
import Testing

@Suite("Keys as text")
struct KeyTextTests {
  private static let keys: [Key] = [
    "j", "G", "?", "<", ">", "-", "é", "界", " ", .control("f"), .control("z"), .up, .down, .left,
    .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .backspace, .tab, .backTab, .delete,
    .function(1),
    .alt("b"), .alt("-"), .alt(" "), .alt(.backspace), .alt(.control("c")), .alt(.left),
  ]

  @Test(arguments: keys)
  func `each key is parsed from its own text`(key: Key) {
    #expect(Key(parsing: key.description) == key)
  }

  @Test(
    arguments: [
      ("Ctrl-F", .control("f")), ("C-f", .control("f")),
      ("ctrl-p", .control("p")), ("ALT-x", .alt("x")), ("alt-Left", .alt(.left)),
      ("pgdn", .pageDown), ("ENTER", .enter),
      ("C", "C"), ("Ctrl-", nil), ("Ctrl-ab", nil), ("C-+", nil), ("Alt-", nil),
      ("Alt-Alt-b", nil), ("Alt-bb", nil), ("Hyper", nil), ("", nil),
    ] as [(String, Key?)])
  func `key names are parsed in either case, and other texts refused`(text: String, key: Key?) {
    #expect(Key(parsing: text) == key)
  }

  @Test func `a script of keys is parsed`() {
    #expect(
      [Key](parsing: "jj5l<Enter><Ctrl-f><lt>g<Space>G>")
        == ["j", "j", "5", "l", .enter, .control("f"), "<", "g", " ", "G", ">"])
  }

  @Test(arguments: ["<", "<Nope>", "<>", "j<Enter", "<C-ab>"])
  func `a script with an unknown key name is refused`(script: String) {
    #expect([Key](parsing: script) == nil)
  }
}
