import Glibc
import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Culling {
    @Test func `photos are rated one after another, and exiftool reads their sidecars`() throws {
      let session = try Self.session("photocell shown")
      try session.press("K")
      try session.wait(for: "the mode") { $0.status.contains("culling mode") }
      try session.press("5", "x")
      try session.wait(for: "the third photo") { $0.status.hasPrefix("3/3  ✓ b.jpg rejected") }
      try session.press("8")
      try session.wait(for: "the label") {
        $0.status.hasPrefix("3/3  ✓ c.jpg labelled Green") && $0.shows("★★★★★") && $0.shows("✗")
          && $0.shows("●")
      }
      try session.press("p")
      try session.wait(for: "the pick") { $0.status.hasPrefix("3/3  ✓ c.jpg picked") }
      try session.press("q")
      try session.untilPrompt()
      let read = try session.run(
        "for f in a b c; do exiftool -s3 -Rating -Label -Pick -Validate shown/$f.jpg.xmp; done")
      #expect(read == "5\nOK\n-1\nOK\nGreen\n1\nOK\n")
      #expect(
        try session.run("ls shown")
          == "a.jpg\na.jpg.xmp\nb.jpg\nb.jpg.xmp\nc.jpg\nc.jpg.xmp\n")
      try session.launch("photocell shown")
      try session.wait(for: "the photos") { $0.isAtRest && $0.status.hasPrefix("3/3  c.jpg") }
      try session.press("f")
      try session.send("rating:5")
      try session.press("Enter")
      try session.wait(for: "the one photo") {
        $0.status.hasPrefix("1/1 of 3  a.jpg  ★★★★★")
      }
    }

    @Test func `a rating in the viewer changes one byte of the sidecar, and u restores it`() throws
    {
      let session = try Self.session(
        "photocell shown",
        after: "exiftool -q -XMP-xmp:Rating=2 -XMP-dc:Title=x -o shown/a.xmp; cp shown/a.xmp before"
      )
      try session.press("Enter")
      try session.wait(for: "the photo") { $0.isAtRest && !$0.shows("b.jpg") }
      try session.send(";4")
      // A message may have expired before it is seen.
      try session.wait(for: "the rating") { screen in
        try screen.status.contains("★★★★")
          && session.run("exiftool -s3 -Rating shown/a.xmp") == "4\n"
      }
      #expect(try session.run("exiftool -s3 -Rating -Title shown/a.xmp") == "4\nx\n")
      #expect(try session.run("cmp -l before shown/a.xmp | wc -l") == "1\n")
      try session.press("u")
      try session.wait(for: "the old rating") { _ in
        try session.run("cmp before shown/a.xmp && ls shown") == "a.jpg\na.xmp\nb.jpg\nc.jpg\n"
      }
    }

    @Test
    func `turn-file stores a rotation in one byte of the photo or in its sidecar, and u undoes it`()
      throws
    {
      let session = try Self.session(
        "photocell shown",
        after:
          "exiftool -q -n -overwrite_original -Orientation=1 shown/a.jpg; "
          + "exiftool -q -overwrite_original -all= shown/b.jpg; cp shown/a.jpg before")
      try session.press(":")
      try session.send("turn-file right")
      try session.press("Enter")
      try session.wait(for: "the turn") { $0.status.contains("a.jpg rotated") }
      #expect(try session.run("exiftool -n -s3 -Orientation shown/a.jpg") == "6\n")
      #expect(try session.run("cmp -l before shown/a.jpg | wc -l") == "1\n")
      try session.press("u")
      try session.wait(for: "the way back") { $0.status.contains("Rotation of a.jpg undone") }
      #expect(try session.run("cmp before shown/a.jpg && echo same") == "same\n")
      try session.press("l", ":")
      try session.send("turn-file left")
      try session.press("Enter")
      try session.wait(for: "the other turn") { $0.status.contains("b.jpg rotated") }
      #expect(
        try session.run("exiftool -s3 -Orientation# -Validate shown/b.jpg.xmp") == "8\nOK\n")
      try session.press("l", "h")
      let shape = try session.run(
        "exiftool -s3 -p '${ImageHeight}x$ImageWidth' shown/b.jpg")
      try session.wait(for: "the other shape") { $0.status.contains(shape.dropLast()) }
      try session.press("q")
      try session.untilPrompt()
      try session.launch("photocell shown")
      try session.wait(for: "the photos") { $0.isAtRest && $0.status.hasPrefix("2/3  b.jpg") }
      try session.wait(for: "the same shape") { $0.status.contains(shape.dropLast()) }
    }

    @Test(arguments: ["C-c", "q"])
    func `ratings typed just before quitting are all written`(key: String) throws {
      let session = try Self.session("photocell shown", after: Self.manyPhotos)
      try session.press("K")
      try session.wait(for: "the mode") { $0.status.contains("culling mode") }
      try session.send(String(repeating: "4", count: Self.count))
      try session.press(key)
      try session.untilPrompt()
      #expect(try Self.ratings(in: session) == Array(repeating: "4", count: Self.count))
    }

    /// A rating that the status line confirmed is on the disk, whatever happens next.
    @Test func `SIGKILL loses no rating that the status line confirmed`() throws {
      let session = try Self.session(
        "sh -c 'echo $$ >pid; exec photocell shown'", after: Self.manyPhotos)
      let process = try session.process()
      try session.press("K")
      for _ in 0..<Self.count { try session.press("4") }
      let seen = try session.wait(for: "some ratings") { $0.status.contains(".jpg ★★★★") }
      kill(process, SIGKILL)
      let name = try #require(seen.status.split(separator: " ").first { $0.contains(".jpg") })
      let number = try #require(Int(name.dropFirst().prefix { $0.isNumber })) - 100
      let ratings = try Self.ratings(in: session)
      #expect(ratings.count >= number)
      #expect(ratings.allSatisfy { $0 == "4" })
    }

    private nonisolated static let count = 60

    /// More photos than are rated by the time the last key is typed; their content does not matter.
    private nonisolated static let manyPhotos =
      "for i in $(seq 101 \(100 + count)); do cp photos/photo-1-*.jpg shown/n$i.jpg; done; rm shown/?.jpg"

    /// The ratings in the sidecars, in the order of the photos.
    private static func ratings(in session: ShellSession) throws -> [String] {
      let text = try session.run(
        "cat shown/*.xmp | grep -o 'xmp:Rating=\"[^\"]*' | cut -d'\"' -f2")
      return text.split(separator: "\n").map(String.init)
    }

    /// A program that shows a folder of three photos.
    private static func session(
      _ line: String, after preparation: String = "true"
    ) throws -> ShellSession {
      let session = try ShellSession()
      _ = try session.run(
        """
        mkdir shown; cp photos/photo-1-alpine-lake.jpg shown/a.jpg
        cp photos/photo-2-*.jpg shown/b.jpg; cp photos/photo-3-*.jpg shown/c.jpg
        \(preparation)
        """)
      try session.launch(line)
      try session.wait(for: "the photos") { $0.isAtRest && $0.status.hasPrefix("1/") }
      return session
    }
  }
}

extension ShellSession {
  /// Runs a command in the home of the session, beside the program.
  fileprivate func run(_ line: String) throws -> String {
    try ProgramRun(
      ["sh", "-c", "cd \(home.path) && \(line)"],
      environment: ["PATH=/usr/bin:/bin:/usr/local/bin"]
    ).outputText
  }
}
