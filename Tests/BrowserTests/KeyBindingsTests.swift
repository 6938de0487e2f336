import Terminal
import TestSupport
import Testing

@testable import Browser

/// Keys that a user has bound: every command can be, is shown, and is typed.
@MainActor
@Suite("Bound keys", .timeLimit(.minutes(10)))
struct KeyBindingsTests {
  @Test func `every command can be bound, shown and typed, in every keymap`() {
    for keymap in Keymap.all {
      for name in Command.names {
        var bindings = KeyBindings()
        let command = Command(rawValue: name)
        bindings.bind(["Q", "Q"], to: command, in: keymap.names.last ?? "")
        let bound = keymap.bound(by: bindings)
        #expect(bound.obstacle(to: ["Q", "Q"]) == nil)
        #expect(bound.entries.contains { $0.keys.contains("QQ") && !$0.help.isEmpty })
        var interpreter = KeyInterpreter()
        #expect(interpreter.interpret("Q", in: [bound]) == .unfinished)
        #expect(interpreter.interpret("Q", in: [bound]) == .command(command, count: nil))
        #expect(bound.bound(by: KeyBindings()).entries.map(\.keys) == keymap.entries.map(\.keys))
      }
    }
  }

  @Test(
    arguments: [
      ("Ll", " 3/3  c.jpg"), ("L", " 2/3  b.jpg"), ("l", " 1/3  no key l here; H shows the keys"),
      ("?", " 1/3  no key ? here; H shows the keys"), ("T", " 3/3  c.jpg"),
    ] as [(KeyScript, String)])
  func `what is bound is what keys do`(keys: KeyScript, line: String) {
    let stage = BrowserStage(["a.jpg", "b.jpg", "c.jpg"], columns: 80, rows: 24)
    var bindings = KeyBindings()
    if line.hasPrefix(" 1/3") || keys.keys == ["L"] { bindings.bind(["l"], to: nil, in: "grid") }
    bindings.bind(["L"], to: .right, in: "grid")
    bindings.bind(["T"], to: Command(lines: ["first", "right", "right 1"]), in: "grid")
    bindings.bind(["?"], to: nil, in: "everywhere")
    bindings.bind(["H"], to: .help, in: "everywhere")
    stage.browser.bind(bindings, saying: "")
    stage.type(keys)
    #expect(stage.statusLine.hasPrefix(line))
  }

  @Test(
    arguments: [
      ("'", "no photo is marked: W marks one"),
      ("M", "mark a photo by W first: M goes on from there"),
      ("n", "type Ctrl-y and what to look for first"),
      ("]", "there are no groups: :group-day, gm, gy, gf, gr, gl, gb and ga make some"),
      ("?n", "type / and what to look for first"),
      (":copy<Enter>", "type a folder behind it: :copy ~/picks"),
      (":", "Ctrl-x close"), ("f", "Ctrl-x take back"),
    ] as [(KeyScript, String)])
  func `texts name keys as they are bound`(keys: KeyScript, text: String) {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 120, rows: 24)
    var bindings = KeyBindings()
    bindings.bind(["m"], to: nil, in: "grid")
    bindings.bind(["W"], to: .mark, in: "grid")
    bindings.bind(["/"], to: nil, in: "grid")
    bindings.bind([.control("y")], to: .search, in: "grid")
    bindings.bind(["g", "d"], to: nil, in: "grid")
    bindings.bind([.escape], to: nil, in: "everywhere")
    bindings.bind([.control("x")], to: .close, in: "everywhere")
    stage.browser.bind(bindings, saying: "")
    stage.type(keys)
    #expect(stage.text.contains(text))
  }

  @Test func `the help shows what is bound`() {
    let stage = BrowserStage(["a.jpg"], columns: 120, rows: 90)
    var bindings = KeyBindings()
    bindings.bind(["Z"], to: "mark-all", in: "grid")
    bindings.bind([.control("a")], to: nil, in: "grid")
    stage.browser.bind(bindings, saying: "")
    stage.type("?")
    let text = stage.text
    #expect(text.contains("Z  "))
    #expect(!text.contains("Ctrl-a, Z"))
  }
}
