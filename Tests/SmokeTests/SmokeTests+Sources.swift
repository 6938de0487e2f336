import TestServer
import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Sources {
    private let photos = PhotoServer()

    @Test func `a feed is browsed, and its cached responses give the same screen offline`() throws {
      let feed = photos.server.address("/feed")
      let session = try ShellSession.browsing("photocell \(feed)")
      try session.wait(for: "all photos of the feed") {
        $0.isAtRest && $0.status.hasPrefix("1/24  T photo-1-alpine-lake.jpg  640x480")
      }
      try session.press("G")
      try session.wait(forStatus: "24/24  T photo-24-")
      try session.wait(for: "the end") { $0.isAtRest }
      try session.press("g", "g")
      try session.wait(for: "the beginning") { $0.isAtRest && $0.status.hasPrefix("1/24") }
      let online = try session.styled.rows.dropLast()
      try session.press("q")
      try session.untilPrompt()
      let count = photos.server.asked.count
      try session.launch("photocell --offline \(feed)")
      try session.wait(for: "the same screen") { _ in
        try session.styled.rows.dropLast().elementsEqual(online)
      }
      #expect(photos.server.asked.count == count)
    }

    @Test func `a list is read from a pipe, and keys from the terminal`() throws {
      let session = try ShellSession.browsing(
        "find photos/ -name 'photo-?-*' -print0 | photocell -0 -")
      #expect(try session.text.status.hasPrefix("1/9  photo-"))
      try session.press("G")
      try session.wait(forStatus: "9/9  photo-")
      try session.press("C-z")
      try session.untilPrompt()
      try session.launch("fg")
      try session.wait(forStatus: "9/9  photo-")
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    @Test(arguments: [
      "ls -d photos/photo-?-* | xargs photocell", "photocell photos/photo-?-* </dev/null",
      "echo photos/photo-?-* | while read -r names; do photocell $names; done",
    ])
    func `keys are read from the terminal if standard input is not a terminal`(line: String) throws
    {
      let session = try ShellSession.browsing(line)
      #expect(try session.text.status.hasPrefix("1/9  photo-"))
      try session.press("G")
      try session.wait(forStatus: "9/9  photo-")
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    @Test func `sources of every kind share one grid in the order of the arguments`() throws {
      let session = try ShellSession(columns: 120, rows: 40)
      _ = session.home.write(Array("photos/photo-20-dunes.jpg\nnowhere.jpg\n".utf8), as: "list")
      _ = session.home.write(
        Array(#"["\#(photos.server.address("/p/photo-3-savanna.jpg"))"]"#.utf8), as: "a.json")
      let server = photos.server
      try session.launch(
        "photocell a.json \(server.address("/none")) photos/photo-1-alpine-lake.jpg -i list")
      try session.wait(for: "the first notice") {
        $0.isAtRest && $0.status.hasPrefix("1/4  ! \(server.address("/none")): not found (404)")
      }
      let names = ["photo-3-", "photos/photo-1-", "photos/photo-20-", "nowhere.jpg"]
      for (number, name) in names.enumerated() {
        try session.press("\(number + 1)", "G")
        try session.wait(forStatus: "\(number + 1)/4  \(name)")
      }
    }

    @Test func `a sheet of a feed is printed, and failed sources are reported`() throws {
      let home = TemporaryFolder()
      let environment = TestedProgram.environment(home: home.path)
      let sheet = [TestedProgram.path, "sheet", "--color", "none", "--symbols", "ascii"]
      let whole = try ProgramRun(
        sheet + ["--width", "200", photos.server.address("/feed")], environment: environment)
      #expect(whole.exitCode == 0 && whole.errorText.isEmpty)
      for name in TestedProgram.photoNames { #expect(whole.outputText.contains("T \(name)")) }
      for (paths, exitCode) in [(["/none"], 2), (["/none", "/p/photo-20-dunes.jpg"], 1)] {
        let part = try ProgramRun(
          sheet + paths.map { photos.server.address($0) }, environment: environment)
        #expect(part.exitCode == Int32(exitCode))
        #expect(
          part.errorText == "photocell: \(photos.server.address("/none")): not found (404)\n")
      }
    }

    @Test
    func `apod shows images of the day, a video as a card, and makes no request in the next run`()
      throws
    {
      let session = try ShellSession(columns: 100, rows: 30)
      let line = "photocell apod --count 3 --endpoint \(photos.server.address("/apod"))"
      try session.launch(line)
      try session.wait(for: "the days") { $0.isAtRest && $0.status.hasPrefix("1/3  Lake  640x480") }
      try session.press("Enter")
      try session.wait(for: "today's words") { $0.isAtRest && $0.shows("There is water.") }
      try session.press("Right", "Right")
      try session.wait(for: "the film") {
        $0.status.hasPrefix("3/3  A Film") && $0.shows("video") && $0.shows("It moves.")
      }
      try session.press("q", "q")
      try session.untilPrompt()
      let count = photos.server.asked.count
      try session.launch(line)
      try session.wait(for: "the days") { $0.isAtRest && $0.status.hasPrefix("1/3  Lake  640x480") }
      #expect(photos.server.asked.count == count)
    }

    @Test(arguments: ["photocell -", "photocell apod --since 2024-02-30"])
    func `a list from the terminal exits with 1, and an invalid date with 64`(line: String) throws {
      let session = try ShellSession()
      try session.launch(line)
      try session.wait(for: "the prompt") { $0.written.last == ShellSession.prompt }
      #expect(try session.exitCode() == (line.hasSuffix("-") ? 1 : 64))
    }
  }
}
