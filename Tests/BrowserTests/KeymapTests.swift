import Photos
import Terminal
import Testing

@testable import Browser

@MainActor
@Suite("Keymaps")
struct KeymapTests {
  private nonisolated static let keymaps = [
    Keymap.grid, .line, .commandLine, .viewer, .comparison, .culling, .trash, .cachePanel,
    .everywhere,
  ]

  @Test(arguments: keymaps + [.pickingGrid, .importingGrid])
  func `every entry has a key and a help text of one line`(keymap: Keymap) {
    for entry in keymap.entries {
      #expect(entry.sequences.allSatisfy { !$0.isEmpty } && !entry.sequences.isEmpty)
      #expect(!entry.help.isEmpty && !entry.help.contains("\n"))
    }
  }

  @Test func `commands without a key are declared with a help text, too`() {
    let keyless = Self.keymaps.flatMap(\.defaults).filter { $0.ways.isEmpty }
    #expect(
      keyless.map(\.command) == [
        .keyword, .trash, .drop, .collections, .copy, .export, .move, .erase, .turnFile,
        .quit, "config-reload",
      ])
    #expect(keyless.allSatisfy { !$0.help.isEmpty })
  }

  @Test(arguments: keymaps + [.pickingGrid, .importingGrid])
  func `no key sequence is bound twice or is a prefix of another`(keymap: Keymap) {
    let sequences = keymap.entries.flatMap(\.sequences)
    #expect(Set(sequences).count == sequences.count)
    for sequence in sequences {
      for other in sequences where other != sequence {
        #expect(!other.starts(with: sequence))
      }
    }
  }

  @Test(arguments: keymaps.dropLast() + [.pickingGrid, .importingGrid])
  func `no layer binds a key of the keymap for every layer`(keymap: Keymap) {
    let sequences = Set(keymap.entries.flatMap(\.sequences))
    #expect(sequences.isDisjoint(with: Keymap.everywhere.entries.flatMap(\.sequences)))
  }

  @Test(arguments: ["h, Left", "gg, Home", "Ctrl-f, PgDn", "+, =", "Esc"])
  func `keys are written by their usual names`(keys: String) {
    #expect(Self.keymaps.flatMap(\.entries).contains { $0.keys == keys })
  }

  @Test func `hints list the entries that have one, and neighbours with the same are joined`() {
    let keymap = Keymap(
      "a",
      entries: [
        Keymap.Entry(.down, "j", .down, help: "down", hint: "select"),
        Keymap.Entry(.up, "k", help: "up", hint: "select"),
        Keymap.Entry(.open, .enter, help: "open"),
        Keymap.Entry(.left, .left, help: "left", hint: "pan"),
        Keymap.Entry(.right, .right, help: "right", hint: "pan"),
        Keymap.Entry(.back, "q", help: "back", hint: "back"),
      ])
    #expect(keymap.hints == ["jk select", "Left Right pan", "q back"])
  }

  @Test func `an equal entry of two keymaps is listed once`() {
    let same = Keymap.Entry(.back, "q", help: "back")
    let other = Keymap.Entry(.back, "q", help: "out")
    let shown = [
      Keymap("a", entries: [same]), Keymap("b", entries: [same, other]),
      Keymap("c", entries: [other]),
    ].sections
    #expect(shown.map(\.title) == ["A", "B"])
    #expect(shown.flatMap(\.entries).map(\.help) == ["back", "out"])
  }

  @Test
  func `keys are listed by topic, and those of another layer below its name and topic`() {
    let entries = [
      Keymap.Entry(.mark, "m", help: "mark").standing(in: .picking),
      Keymap.Entry(.down, "j", help: "down").standing(in: .moving),
      Keymap.Entry(.back, "q", help: "back"),
      Keymap.Entry(.up, "k", help: "up").standing(in: .moving),
    ]
    let others = [Keymap.Entry(.next, "n", help: "next").standing(in: .moving)]
    let shown = [
      Keymap("the grid", entries: entries), Keymap("viewer", entries: entries + others),
    ].sections
    #expect(shown.map(\.title) == ["The grid", "Moving", "Marking", "Viewer: moving"])
    #expect(
      shown.map { $0.entries.map(\.help) } == [["back"], ["down", "up"], ["mark"], ["next"]])
  }

  @Test(arguments: [Keymap.grid, .pickingGrid, .importingGrid, .viewer])
  func `every key of a large layer is listed below a heading`(keymap: Keymap) {
    #expect(keymap.entries.allSatisfy { $0.group != nil })
    var bindings = KeyBindings()
    bindings.bind(["5"], to: Command(lines: ["larger", "mark"]), in: keymap.names[0])
    bindings.bind(["7"], to: "line-start", in: keymap.names[0])
    #expect(keymap.bound(by: bindings).entries.allSatisfy { $0.group != nil })
  }

  @Test func `texts name the bound key of a command, or its name if it has no key`() {
    var keys = BoundKeys(.grid)
    #expect(keys[.mark] == "m" && keys[.close] == "Esc" && keys[.group(by: .day)] == "gd")
    #expect(keys[.erase] == ":delete!" && keys.hint(.erase, "erase") == nil)
    var bindings = KeyBindings()
    bindings.bind(["m"], to: nil, in: "grid")
    bindings.bind([.control("k")], to: .close, in: "everywhere")
    bindings.bind([.escape], to: nil, in: "everywhere")
    bindings.bind(["&"], to: .commandLine, in: "everywhere")
    bindings.bind([":"], to: nil, in: "everywhere")
    keys = keys.bound(by: bindings)
    #expect(keys[.mark] == "&mark" && keys.hint(.close, "close") == "Ctrl-k close")
  }
}
