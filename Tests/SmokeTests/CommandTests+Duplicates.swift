import TestSupport
import Testing

extension CommandTests {
  /// Similar photos, as `photocell duplicates` prints them.
  @CommandThread struct Duplicates {
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
    func `a copy is printed below its original`(options: [String]) throws {
      let run = try ProgramRun(
        [TestedProgram.path, "duplicates"] + options + ["album"],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.outputText == "album/a.jpg\nalbum/c.jpg\n")
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
      // Thumbnails are stored if photos had to be decoded.
      #expect(home.names(in: ".cache/thumbnails/large").isEmpty == (options == ["--exact"]))
    }

    @Test func `-0 ends names with a zero byte and separates groups by another one`() throws {
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
    func `duplicates exits with 1 if there are none, 2 for a missing path and 64 on wrong usage`(
      line: String, exitCode: Int32
    ) throws {
      let run = try ProgramRun(
        [TestedProgram.path, "duplicates"] + line.split(separator: " ").map(String.init),
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.exitCode == exitCode)
      #expect(run.outputText.isEmpty)
    }
  }
}
