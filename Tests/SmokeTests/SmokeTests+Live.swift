import PictureSamples
import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Live {
    @Test(arguments: ["", " -r"])
    func `the grid follows copied, renamed and removed photos, and preserves the mark`(
      options: String
    ) throws {
      let session = try Self.session("photocell\(options) shown")
      try session.press("l", "m")
      try session.wait(for: "a mark") { $0.status.hasPrefix("2/3 ✓  b.jpg") && $0.hasMark }
      try session.run("cp photos/photo-4-jungle-falls.jpg shown/a1.jpg")
      try session.wait(for: "the photo") {
        $0.status.hasPrefix("3/4 ✓  b.jpg") && $0.hasMark && $0.shows("a1")
      }
      try session.run("mv shown/b.jpg shown/z.jpg")
      try session.wait(for: "the other name") { $0.status.hasPrefix("4/4 ✓  z.jpg") && $0.hasMark }
      try session.run("rm shown/a1.jpg shown/c.jpg")
      try session.wait(for: "the others") { $0.status.hasPrefix("2/2 ✓  z.jpg") && $0.hasMark }
      try session.run("rm shown/z.jpg")
      try session.wait(for: "the last one") {
        $0.status.hasPrefix("1/1  a.jpg") && !$0.hasMark
      }
    }

    @Test func `a photo that is overwritten is loaded again`() throws {
      let session = try Self.session("photocell shown")
      let before = try session.styled.rows.dropLast().map(\.self)
      try session.run("cp photos/photo-20-dunes.jpg shown/a.jpg")
      try session.wait(for: "another picture") {
        try $0.isAtRest && !session.styled.rows.dropLast().elementsEqual(before)
      }
      try session.run("cp photos/photo-1-alpine-lake.jpg shown/a.jpg")
      try session.wait(for: "the first picture") {
        try $0.isAtRest && session.styled.rows.dropLast().elementsEqual(before)
      }
    }

    @Test func `--no-watch shows changes in the folder only after r`() throws {
      let session = try Self.session("photocell --no-watch shown")
      try session.run("rm shown/c.jpg")
      try session.press("l")
      try session.wait(forStatus: "2/3  b.jpg")
      try session.press("r")
      try session.wait(forStatus: "2/2  b.jpg")
    }

    /// A program that shows a folder of three photos.
    private static func session(_ line: String) throws -> ShellSession {
      let session = try ShellSession()
      try session.run(
        """
        mkdir shown; cp photos/photo-1-alpine-lake.jpg shown/a.jpg
        cp photos/photo-2-*.jpg shown/b.jpg; cp photos/photo-3-*.jpg shown/c.jpg
        """)
      try session.launch(line)
      try session.wait(for: "the photos") { $0.isAtRest && $0.status.hasPrefix("1/3  a.jpg") }
      return session
    }
  }
}

extension PaneText {
  /// Whether the status line shows that one photo is marked.
  fileprivate var hasMark: Bool { status.contains("1 marked") }
}

extension ShellSession {
  /// Runs a command in the home of the session, beside the program.
  fileprivate func run(_ line: String) throws {
    _ = try ProgramRun(
      ["sh", "-c", "cd \(home.path) && \(line)"], environment: ["PATH=/usr/bin:/bin"])
  }
}
