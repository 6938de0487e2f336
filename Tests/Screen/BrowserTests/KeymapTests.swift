import Imaging
import Terminal
import Testing

@testable import Browser

@MainActor
@Suite("Keymaps")
struct KeymapTests {
  private nonisolated static let keymaps = [
    Keymap.grid, .line, .commandLine, .viewer, .cachePanel, .everywhere,
  ]

  @Test(arguments: keymaps + [.pickingGrid])
  func `every entry has a key and a help text of one line`(keymap: Keymap) {
    for entry in keymap.entries {
      #expect(entry.sequences.allSatisfy { !$0.isEmpty } && !entry.sequences.isEmpty)
      #expect(!entry.help.isEmpty && !entry.help.contains("\n"))
    }
  }

  @Test(arguments: keymaps + [.pickingGrid])
  func `no key means two commands, and none hides another`(keymap: Keymap) {
    let sequences = keymap.entries.flatMap(\.sequences)
    #expect(Set(sequences).count == sequences.count)
    for sequence in sequences {
      for other in sequences where other != sequence {
        #expect(!other.starts(with: sequence))
      }
    }
  }

  @Test(arguments: keymaps.dropLast() + [.pickingGrid])
  func `no layer takes a key away from the browser`(keymap: Keymap) {
    let sequences = Set(keymap.entries.flatMap(\.sequences))
    #expect(sequences.isDisjoint(with: Keymap.everywhere.entries.flatMap(\.sequences)))
  }

  @Test(arguments: ["h, Left", "gg, Home", "Ctrl-f, PgDn", "+, =", "Esc"])
  func `keys are written as people write them`(keys: String) {
    #expect(Self.keymaps.flatMap(\.entries).contains { $0.keys == keys })
  }

  @Test func `a line of keys names what has a hint, and neighbours share theirs`() {
    let keymap = Keymap(
      "a",
      [
        Keymap.Entry(.down, "j", .down, help: "down", hint: "select"),
        Keymap.Entry(.up, "k", help: "up", hint: "select"),
        Keymap.Entry(.open, .enter, help: "open"),
        Keymap.Entry(.left, .left, help: "left", hint: "pan"),
        Keymap.Entry(.right, .right, help: "right", hint: "pan"),
        Keymap.Entry(.back, "q", help: "back", hint: "back"),
      ])
    #expect(keymap.hints == ["jk select", "Left Right pan", "q back"])
  }

  @Test func `what two keymaps say is shown once`() {
    let same = Keymap.Entry(.back, "q", help: "back")
    let other = Keymap.Entry(.back, "q", help: "out")
    let shown = [
      Keymap("a", [same]), Keymap("b", [same, other]), Keymap("c", [other]),
    ].withoutRepetition
    #expect(shown.map(\.title) == ["a", "b"])
    #expect(shown.flatMap(\.entries).map(\.help) == ["back", "out"])
  }
}
