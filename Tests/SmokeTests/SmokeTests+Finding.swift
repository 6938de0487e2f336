import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Finding {
    @Test
    func `a filter shows the matching photos, Enter closes the prompt, and Esc clears the filter`()
      throws
    {
      let session = try ShellSession.browsing("photocell photos")
      try session.press("f", "s", "t", "o", "r", "m")
      try session.wait(for: "a filter") { $0.status.contains("1/1 of ") }
      try session.press("Enter")
      try session.wait(for: "no line") { !$0.lines.contains { $0.contains("Esc cancel") } }
      try session.press("Escape")
      try session.wait(for: "all photos") { !$0.status.contains(" of ") }
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    @Test func `--sort and --reverse set the order, and keys change it`() throws {
      let session = try ShellSession.browsing("photocell --sort name --reverse photos")
      try session.wait(for: "the last photo") {
        $0.status.contains("1/") && $0.status.contains("reversed")
      }
      try session.press("o", "n")
      try session.wait(for: "the other way round") {
        $0.status.contains("by name") && !$0.status.contains("reversed")
      }
      try session.press("o", "S")
      try session.wait(for: "sizes") { $0.status.contains("largest first") }
      try session.press("q")
      try session.untilPrompt()
    }

    @Test(arguments: [("q", "photos/\0"), ("C-c", "before")])
    func `--cwd-file receives the last photo's folder on quitting, and nothing after Ctrl-C`(
      key: String, written: String
    ) throws {
      let session = try ShellSession.browsing(
        "printf before >where; photocell --cwd-file where photos")
      try session.press("G", key)
      try session.untilPrompt()
      #expect(session.home.bytes(of: "where") == Array(written.utf8))
    }
  }
}
