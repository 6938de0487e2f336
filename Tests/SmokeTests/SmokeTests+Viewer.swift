import Testing

extension SmokeTests {
  @TerminalThread struct Viewer {
    @Test func `Enter opens the photo, arrows go to the next, and q returns to the grid`() throws {
      let session = try ShellSession.browsing()
      try session.press("Enter")
      // Its stand-in until it is decoded does not have the photo's facts.
      try session.wait(for: "one large picture") {
        $0.isAtRest && !Self.showsNames($0)
          && $0.status.hasPrefix("1/24  photo-1-alpine-lake.jpg  640x480")
      }
      try session.wait(for: "its own cells") { _ in
        try session.styled.exactCells.count > 80 * 23 * 3 / 4
      }
      try session.press("Right", "Down")
      try session.wait(for: "the third photo") {
        $0.isAtRest && $0.status.hasPrefix("3/24  photo-3-savanna.jpg  ") && !Self.showsNames($0)
      }
      try session.press("q")
      let grid = try session.wait(for: "the grid") { $0.isAtRest && Self.showsNames($0) }
      #expect(grid.status.hasPrefix("3/24  "))
    }

    @Test func `a named file is opened among the photos of its folder, and q quits`() throws {
      let session = try ShellSession.browsing("photocell photos/photo-2-summer-storm.jpg")
      try session.wait(for: "the second photo alone") {
        $0.isAtRest && !Self.showsNames($0)
          && $0.status.hasPrefix("2/24  photo-2-summer-storm.jpg  636x424")
      }
      try session.press("n")
      try session.wait(forStatus: "3/24  photo-3-savanna.jpg")
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    @Test func `a slideshow advances until a key is pressed, and s restarts it`() throws {
      let session = try ShellSession(columns: 80, rows: 24)
      try session.launch("photocell photos --slideshow 200ms")
      try session.wait(for: "the third photo") {
        $0.status.hasPrefix("3/24  photo-3-savanna.jpg  slideshow 200 ms")
      }
      try session.press("p")
      let paused = try session.wait(for: "one photo at rest") {
        $0.isAtRest && !$0.status.contains("slideshow") && $0.status.contains("photo-")
      }
      try session.press("s")
      try session.wait(for: "another photo") {
        $0.status.contains("slideshow 200 ms") && $0.status.prefix(2) != paused.status.prefix(2)
      }
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    @Test func `the help shows every key on its pages, and Esc returns`() throws {
      let session = try ShellSession.browsing(rows: 220)
      let grid = try session.wait(for: "the grid") { $0.isAtRest }
      let page = try ProgramRun(
        ["cat", "\(TestedProgram.repository)/docs/keys.md"], environment: ["PATH=/usr/bin:/bin"])
      let rows = page.outputText.split(separator: "\n").filter { $0.hasPrefix("| `") }
      let texts = rows.map { $0.split(separator: "|").last ?? "" }
        .map { $0.dropFirst().dropLast() }.drop { $0 != "previous photo" }
        .prefix { $0 != "quit immediately" }
      #expect(texts.count > 20)
      try session.press("?")
      var words = ""
      for page in 1... {
        let help = try session.wait(for: "page \(page)") { screen in
          screen.lines.dropLast().contains { $0.contains(" \(page)/") }
        }
        if help.shows("size:300kB-2MB") { break }
        // Long texts are wrapped.
        words += help.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
        try session.press("Tab")
      }
      for text in texts { #expect(words.contains(text)) }
      try session.press("Escape")
      // The key for the help is named until it has been used.
      try session.wait(for: "the same grid") {
        $0.lines.dropLast() == grid.lines.dropLast() && !$0.status.contains("? keys")
      }
    }

    /// Whether names of photos are shown above the status line.
    private static func showsNames(_ screen: PaneText) -> Bool {
      screen.lines.dropLast().contains { $0.contains("2-summer") }
    }
  }
}
