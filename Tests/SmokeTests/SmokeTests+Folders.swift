import PictureSamples
import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Folders {
    @Test func `Enter opens a folder, Backspace returns to its parent, and marks are preserved`()
      throws
    {
      let session = try Self.session("photocell --cwd-file note shown >out")
      try session.press("l", "Enter")
      try session.wait(for: "the photos inside") {
        $0.isAtRest && $0.status.hasPrefix("1/2  1.jpg")
      }
      try session.press("l", "m")
      try session.wait(for: "a mark") { $0.status.contains("1 marked") }
      try session.press("BSpace")
      try session.wait(for: "the folder above") {
        $0.isAtRest && $0.status.hasPrefix("2/3  b/  2 photos") && $0.status.contains("1 marked")
      }
      try session.press("BSpace")
      try session.wait(for: "the folder above that") { $0.status.contains("shown/") }
      try session.press("Enter")
      try session.wait(forStatus: "2/3  b/")
      try session.press("Enter")
      try session.wait(forStatus: "2/2 ✓  2.jpg")
      try session.press("q")
      try session.untilPrompt()
      #expect(try Self.text(of: "out", session).hasSuffix("shown/b/2.jpg\n"))
      #expect(try Self.text(of: "note", session).contains("shown/b/"))
    }

    @Test func `a new folder appears in its order, and a removed one disappears`() throws {
      let session = try Self.session("photocell shown")
      try session.press("l")
      try session.run("mkdir shown/aa; cp photos/photo-4-*.jpg shown/aa/4.jpg")
      try session.wait(for: "the folder") {
        $0.status.hasPrefix("3/4  b/  2 photos") && $0.shows("aa/ 1")
      }
      try session.run("rmdir shown/a")
      try session.wait(forStatus: "2/3  b/")
    }

    @Test func `with -r only photos are shown, and there is no parent folder to go to`() throws {
      let session = try Self.session("photocell shown")
      try session.press("q")
      try session.untilPrompt()
      try session.launch("photocell -r shown")
      try session.wait(forStatus: "1/3  0.jpg")
      try session.press("BSpace")
      try session.wait(for: "a sentence") { $0.status.contains("no common parent folder") }
    }

    @Test func `with -r a trashed photo is selected when it is back`() throws {
      let session = try Self.session("photocell shown")
      try session.press("q")
      try session.untilPrompt()
      try session.launch("photocell -r shown")
      try session.wait(forStatus: "1/3  0.jpg")
      try session.press("l", "D")
      try session.wait(for: "the next photo") { $0.status.contains("2/2  ✓ 1.jpg trashed") }
      try session.wait(for: "the listing") { $0.isAtRest && !$0.shows("1.jpg ") }
      try session.press("u")
      try session.wait(for: "the photo") { $0.status.contains("2/3  ✓ 1.jpg restored") }
    }

    /// A program that shows a folder of two folders and a photo.
    private static func session(_ line: String) throws -> ShellSession {
      let session = try ShellSession()
      try session.run(
        """
        mkdir -p shown/a shown/b; touch note; cp photos/photo-1-*.jpg shown/0.jpg
        cp photos/photo-2-*.jpg shown/b/1.jpg; cp photos/photo-3-*.jpg shown/b/2.jpg
        """)
      try session.launch(line)
      try session.wait(for: "the folders") {
        $0.isAtRest && $0.status.hasPrefix("1/3  a/  0 photos") && $0.shows("b/ 2")
      }
      return session
    }

    private static func text(of name: String, _ session: ShellSession) throws -> String {
      try ProgramRun(["cat", session.home.name(name)], environment: ["PATH=/usr/bin:/bin"])
        .outputText
    }
  }
}

extension ShellSession {
  /// Runs a command in the home of the session, beside the program.
  fileprivate func run(_ line: String) throws {
    _ = try ProgramRun(
      ["sh", "-c", "cd \(home.path) && \(line)"], environment: ["PATH=/usr/bin:/bin"])
  }
}
