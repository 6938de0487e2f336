import Glibc
import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct HostileFolder {
    @Test func `control characters in names are replaced, and special files are skipped`() throws {
      let session = try ShellSession(columns: 200, rows: 50)
      let home = session.home
      home.folder("odd")
      home.fifo("odd/x.jpg")
      _ = home.write(Array("no picture at all".utf8), as: "odd/y.jpg")
      for name in Self.names {
        let path = Array("\(home.path)/odd/".utf8) + name + [0]
        let target = "\(TestedProgram.photos)/photo-20-dunes.jpg"
        #expect(symlink(target, path.map(CChar.init(bitPattern:))) == 0)
      }
      try session.launch("photocell odd")
      let screen = try session.wait(for: "the folder at rest") {
        $0.isAtRest && $0.status.hasPrefix("1/6  ") && $0.shows("not an image")
          && $0.status.hasSuffix("skipped: 1 special file")
      }
      for name in Self.shown + ["y.jpg"] { #expect(screen.shows(name)) }
      #expect(screen.lines.joined().unicodeScalars.allSatisfy { !Self.isHarmful($0) })
      try session.press("G")
      try session.wait(forStatus: "6/6  y.jpg  not an image")
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    /// Names with an escape sequence, one that would turn the line around, a second line, and bytes
    /// that are no UTF-8.
    private static let names: [[UInt8]] = [
      Array("a\u{1B}[31mred\u{7}.jpg".utf8), Array("b\u{202E}gpj.exe.jpg".utf8),
      Array("c\nd.jpg".utf8), [0x65, 0xFF, 0xFE] + Array(".jpg".utf8),
      Array("f\u{9B}31m\u{200B}.jpg".utf8),
    ]
    private static let shown = [
      "a\u{FFFD}[31mred\u{FFFD}.jpg", "b\u{FFFD}gpj.exe.jpg", "c\u{FFFD}d.jpg",
      "e\u{FFFD}\u{FFFD}.jpg", "f\u{FFFD}31m\u{FFFD}.jpg",
    ]

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
      [.control, .format, .unassigned].contains(scalar.properties.generalCategory)
    }
  }
}
