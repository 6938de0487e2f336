import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Picking {
    @Test func `a pipe receives the marked photos in the order of the list, and nothing else`()
      throws
    {
      let session = try ShellSession.browsing("photocell photos | tee out")
      try session.press("3", "l", "m", "g", "g", "m")
      try session.wait(for: "two marks") { $0.status.contains("2 marked") }
      try session.press("q")
      try session.untilPrompt()
      #expect(
        try Self.output(session)
          == "photos/photo-1-alpine-lake.jpg\nphotos/photo-4-jungle-falls.jpg\n")
    }

    @Test(arguments: [
      ("photocell --pick photos", ["l", "Enter"], 0, "photos/photo-2-summer-storm.jpg\n"),
      (
        "photocell --pick 2 photos", ["m", "l", "m"], 0,
        "photos/photo-1-alpine-lake.jpg\nphotos/photo-2-summer-storm.jpg\n"
      ),
      ("photocell photos", ["q"], 1, ""), ("photocell photos", ["m", "C-c"], 130, ""),
      (
        "find photos/ -name '*-2-*' -print0 | photocell -0 -", ["m", "q"], 0,
        "photos/photo-2-summer-storm.jpg\0"
      ),
    ])
    func `picked photos are written to a file, and the exit code reports whether there are any`(
      line: String, keys: [String], code: Int, output: String
    ) throws {
      let session = try ShellSession.browsing("\(line) >out")
      for key in keys { try session.press(key) }
      try session.untilPrompt()
      #expect(try session.exitCode() == code)
      #expect(try Self.output(session) == output)
    }

    @Test func `-o prints the marked photos on the terminal after quitting`() throws {
      let session = try ShellSession.browsing("photocell -o photos")
      try session.press("l", "m", "q")
      let screen = try session.untilPrompt()
      #expect(screen.written.dropLast().last == "photos/photo-2-summer-storm.jpg")
      #expect(try session.exitCode() == 0)
    }

    private static func output(_ session: ShellSession) throws -> String {
      try ProgramRun(["cat", session.home.name("out")], environment: ["PATH=/usr/bin:/bin"])
        .outputText
    }
  }
}
