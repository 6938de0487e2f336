import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Archives {
    /// A folder with a photo and an archive of two, one of them in a folder.
    private static func session(_ line: String) throws -> ShellSession {
      let session = try ShellSession()
      try Self.run(
        """
        mkdir -p shown t/inner; cp photos/photo-1-*.jpg shown/0.jpg; cp photos/photo-2-*.jpg t/a.jpg
        cp photos/photo-3-*.jpg t/inner/b.jpg; tar -C t -czf shown/holiday.tar.gz .; rm -r t
        """, in: session)
      try session.launch(line)
      return session
    }

    private static func run(_ line: String, in session: ShellSession) throws {
      let run = try ProgramRun(
        ["sh", "-ec", line], environment: ["PATH=/usr/bin:/bin"], folder: session.home.path)
      try #require(run.exitCode == 0, "\(run.errorText)")
    }

    @Test func `an archive is a card in its folder, opens with Enter and closes with Backspace`()
      throws
    {
      let session = try Self.session("photocell shown")
      try session.wait(for: "the card") {
        $0.isAtRest && $0.status.hasPrefix("1/2  holiday.tar.gz/")
      }
      try session.press("Enter")
      try session.wait(for: "its folder and its photo") {
        $0.isAtRest && $0.status.hasPrefix("1/2  inner/") && $0.shows("a.jpg")
      }
      try session.press("Enter")
      try session.wait(for: "the inner photo") {
        $0.isAtRest && $0.status.hasPrefix("1/1  b.jpg")
      }
      try session.press("BSpace")
      try session.wait(forStatus: "1/2  inner/")
      try session.press("BSpace")
      try session.wait(for: "the folder of the archive") {
        $0.status.hasPrefix("1/2  holiday.tar.gz/")
      }
    }

    @Test func `--cwd-file receives the folder that contains the archive`() throws {
      let session = try Self.session("photocell --cwd-file where shown")
      try session.wait(for: "the card") { $0.isAtRest && $0.status.hasPrefix("1/2  holiday") }
      try session.press("Enter")
      try session.wait(for: "its photo") { $0.isAtRest && $0.shows("a.jpg") }
      try session.press("l", "q")
      try session.untilPrompt()
      let folder = String(decoding: session.home.bytes(of: "where"), as: UTF8.self)
      #expect(folder.hasSuffix("shown/\0"))
    }

    @Test func `photos of an archive are not printed, and its folder is the last one`() throws {
      let session = try Self.session(
        "photocell --cwd-file where shown/holiday.tar.gz >out 2>errors")
      try session.wait(for: "its photo") { $0.isAtRest && $0.shows("a.jpg") }
      try session.press("l", "m", "q")
      try session.untilPrompt()
      let text = { (name: String) in
        String(decoding: session.home.bytes(of: name), as: UTF8.self)
      }
      #expect(text("where").hasSuffix("shown/\0") && text("out").isEmpty)
      #expect(text("errors").contains("photos in archives have no path and are left out"))
    }

    @Test func `photos of an archive on the command line can be copied, not trashed`() throws {
      let session = try Self.session("photocell shown/holiday.tar.gz")
      try session.wait(for: "its photo") { $0.isAtRest && $0.shows("a.jpg") }
      try session.press("l", "D")
      try session.wait(for: "a refusal") { $0.status.contains("cannot be trashed") }
      try session.press(":")
      try session.send("copy out")
      try session.press("Enter")
      try session.wait(for: "a question") { $0.shows("does not exist. Create it for ") }
      try session.press("y", "Enter")
      try session.wait(for: "the copy") { $0.status.contains("copied to") }
      try session.press("q")
      try session.untilPrompt()
      try Self.run("cmp out/a.jpg photos/photo-2-*.jpg", in: session)
    }
  }
}
