import TestSupport
import Testing

extension CommandTests {
  /// The program line by line, as a screen reader presents it.
  @CommandThread struct Plain {
    @Test func `--plain prints a line for every step, and nothing but text`() throws {
      let session = try ShellSession(columns: 120, rows: 50)
      let before = try session.launch("photocell --plain photos")
      try session.command("pipe-pane", "cat >\(session.home.name("bytes"))")
      try session.wait(for: "the photos") {
        $0.shows("1 of 24: photo-1-alpine-lake.jpg") || $0.shows("1: photo")
      }
      try session.wait(for: "what is known") { $0.shows("640 x 480 pixels") }
      try session.press("j")
      try session.wait(for: "next photo") { $0.shows("2 of 24: photo-2-summer-storm.jpg") }
      try session.press("m")
      try session.wait(for: "the mark") { $0.shows("marked, 1 in all") }
      try session.press("f")
      try session.wait(for: "the line") { $0.written.last == "filter:" }
      try session.send("lagoom")
      try session.press("BSpace")
      try session.send("n")
      try session.press("Enter")
      try session.wait(for: "what is left") { $0.shows("1 of 24 photos") }
      #expect(try session.text.shows("filter: lagoon"))
      try session.wait(for: "the photo") { $0.shows("1 of 1: photo-11-lagoon.jpg") }
      try session.press("Escape")
      try session.wait(for: "all photos") { $0.shows("11 of 24: photo-11-lagoon.jpg") }
      try session.press("e", "Enter", "e")
      try session.wait(for: "what the photo says") { $0.shows("Camera: ") }
      try session.press("q", "q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
      #expect(try session.state.lineModes == before.lineModes)
      let bytes = try ProgramRun(
        ["cat", session.home.name("bytes")], environment: ["PATH=/usr/bin:/bin"]
      ).outputText
      #expect(bytes.contains("2 of 24"))
      // A terminal erases with U+0008: the test has mistyped a letter.
      let controls = Set(bytes.unicodeScalars.filter { $0.properties.generalCategory == .control })
      #expect(controls.isSubset(of: ["\n", "\r", "\u{8}"]))
    }
  }
}
