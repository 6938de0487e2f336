import TestSupport
import Testing

extension SmokeTests {
  /// Photos that look alike, as a shell sees them.
  @TerminalThread struct Duplicates {
    private let home = TemporaryFolder()

    init() {
      home.folder("album")
      for (name, photo) in [("a.jpg", 0), ("b.jpg", 1), ("c.jpg", 0)] {
        let path = "\(TestedProgram.photos)/\(TestedProgram.photoNames[photo])"
        copy(path, as: "album/\(name)")
      }
    }

    private func copy(_ path: String, as name: String) {
      let run = try? ProgramRun(
        ["cp", path, name], environment: TestedProgram.environment(home: home.path),
        folder: home.path)
      precondition(run?.exitCode == 0, "a test needs its photos")
    }

    private func duplicates(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path, "duplicates"] + arguments,
        environment: TestedProgram.environment(home: home.path), folder: home.path)
    }

    @Test(arguments: [[], ["--exact"], ["--within", "0"]])
    func `a copy stands below the photo that it is one of`(options: [String]) throws {
      let run = try ProgramRun(
        [TestedProgram.path, "duplicates"] + options + ["album"],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.outputText == "album/a.jpg\nalbum/c.jpg\n")
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
      // Thumbnails are kept where photos had to be decoded.
      #expect(home.names(in: ".cache/thumbnails/large").isEmpty == (options == ["--exact"]))
    }

    @Test func `names may end with zero bytes, and groups with one more`() throws {
      copy("album/b.jpg", as: "album/d.jpg")
      let run = try duplicates("-0", "--exact", "album")
      #expect(
        run.outputText
          == "album/a.jpg\0album/c.jpg\0\0album/b.jpg\0album/d.jpg\0")
    }

    @Test(arguments: [
      ("album/a.jpg album/b.jpg", 1), ("nowhere", 2), ("--within 16 album", 64),
      ("--within -1 album", 64),
    ])
    func `the exit code tells whether there are any`(line: String, exitCode: Int32) throws {
      let run = try ProgramRun(
        [TestedProgram.path, "duplicates"] + line.split(separator: " ").map(String.init),
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.exitCode == exitCode)
      #expect(run.outputText.isEmpty)
    }
  }
}
