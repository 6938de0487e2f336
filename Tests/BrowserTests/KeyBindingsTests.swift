import Terminal
import TestSupport
import Testing

@testable import Browser

/// The user's key bindings: commands can be bound, are shown, and run by their keys.
@MainActor
@Suite("Bound keys", .timeLimit(.minutes(30)))
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
      ("Ll", " 3/3  c.jpg"), ("L", " 2/3  b.jpg"),
      ("l", " 1/3  ! l does nothing here – H for help"),
      ("?", " 1/3  ! ? does nothing here – H for help"), ("T", " 3/3  c.jpg"),
    ] as [(KeyScript, String)])
  func `bound keys run their commands, and unbound keys show a message`(
    keys: KeyScript, line: String
  ) {
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
      ("'", "No photo is marked – W to mark"),
      ("M", "Mark a photo first (W); M marks from there"),
      ("n", "Search first: Ctrl-y"),
      ("]", "No groups yet – :group-day, gm, gy, gf, gr, gl, gb, gk, gP, gp or ga to group"),
      ("?n", "Search first: /"),
      (":copy<Enter>", "Type a folder: :copy ~/picks"),
      (":", "Ctrl-x close"), ("f", "Ctrl-x cancel"),
    ] as [(KeyScript, String)])
  func `messages and prompts name keys as they are bound`(keys: KeyScript, text: String) {
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

  @Test func `the help shows keys as they are bound`() {
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
