import PictureSamples
import TestSupport
import Testing

extension CommandTests {
  /// Links in a terminal that a test plays: tmux 3.3 drops them.
  @CommandThread struct Links {
    private let folder = TemporaryFolder()
    private static let link =
      "\u{1B}]8;id=photocell;geo:48.198633,-16.366667,-183.5\u{1B}\\48.19863"
    private static let end = "\u{1B}]8;;\u{1B}\\"

    private func terminal(_ type: String) throws -> PlayedTerminal {
      for name in ["lake.jpg", "pond.jpg"] {
        _ = folder.write(SampleMetadata.whole.jpeg, as: name)
      }
      let terminal = try PlayedTerminal(
        "--private --color 256 --images symbols \(folder.path)", hasPhotos: false,
        variables: ["TERM": type])
      // The only photo of a folder would be opened at once, and Enter would close it.
      try terminal.wait(for: "1/2")
      terminal.send("\re")
      return terminal
    }

    @Test func `a photo's position is a link, also after Ctrl-L, and every link is ended`() throws {
      let terminal = try terminal("xterm-256color")
      try terminal.wait(for: Self.link)
      try terminal.wait(for: Self.end)
      let redrawn = terminal.place
      terminal.send("\u{0C}")
      try terminal.wait(for: Self.link, after: redrawn)
      terminal.send("\u{03}")
      terminal.waitForEnd()
      let starts = terminal.output.ranges(of: Self.link).count
      let pieces = SentBytes(terminal.bytes)
      #expect(pieces.strange.isEmpty)
      #expect(terminal.output.ranges(of: Self.end).count >= starts)
      #expect(terminal.isCooked)
    }

    @Test func `the Linux console gets no links, which it would print`() throws {
      let terminal = try terminal("linux")
      try terminal.wait(for: "48.19863")
      terminal.send("\u{03}")
      terminal.waitForEnd()
      #expect(!terminal.output.contains("]8;"))
    }
  }
}
