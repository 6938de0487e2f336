import Foundation
import Terminal
import Testing

@testable import Browser

@MainActor
@Suite("Keymap")
struct KeymapTests {
  private let keymap = Keymap.standard

  @Test func `every command has a key and a help text of one line`() {
    let bound = Set(keymap.entries.map(\.command))
    #expect(bound == Set(Command.allCases))
    for command in Command.allCases {
      #expect(!command.help.isEmpty && !command.help.contains("\n"))
    }
  }

  @Test func `no key means two commands, and none hides another`() {
    let sequences = keymap.entries.flatMap(\.sequences)
    #expect(Set(sequences).count == sequences.count)
    for sequence in sequences {
      for other in sequences where other != sequence {
        #expect(!other.starts(with: sequence))
      }
    }
  }

  @Test func `the README has the same table as the help`() throws {
    let root = #filePath.components(separatedBy: "/Tests/")[0]
    let readme = try String(contentsOfFile: root + "/README.md", encoding: .utf8)
    #expect(readme.contains(keymap.markdownTable), "README.md needs:\n\(keymap.markdownTable)")
  }

  @Test func `keys are written as people write them`() {
    let written = keymap.entries.map(\.keys)
    for keys in ["h, Left", "gg, Home", "Ctrl-f, PgDn", "+, =", "Esc"] {
      #expect(written.contains(keys))
    }
  }
}
