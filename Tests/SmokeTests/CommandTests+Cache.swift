import ImagePipeline
import Imaging
import TestSupport
import Testing

extension CommandTests {
  @CommandThread struct Cache {
    private let home = TemporaryFolder()

    private func run(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path, "cache"] + arguments,
        environment: TestedProgram.environment(home: home.path)
          + ["XDG_CACHE_HOME=\(home.name("cache"))"])
    }

    /// Stores a thumbnail of a photo in the program's cache folder.
    private func keepThumbnail(_ name: String, cache: String? = nil) throws {
      let photo = try #require(
        PhotoFile(path: Array(home.write([1, 2, 3], as: name).utf8), workingFolder: []))
      let folder = cache ?? home.name("cache")
      let place = ThumbnailPlace { $0 == "XDG_CACHE_HOME" ? folder : nil }
      let bitmap = Bitmap(
        size: PixelSize(width: 128, height: 96),
        bytes: [UInt8](repeating: 200, count: 128 * 96 * 4))
      let store = ThumbnailStore(place: place, version: "1.0", onNotice: { _ in })
      #expect(
        store.keep(
          bitmap, as: .normal, of: photo,
          info: PictureInfo(size: PixelSize(width: 400, height: 300))))
    }

    @Test func `cache commands create no files or folders`() throws {
      let stats = try run("stats")
      #expect(stats.exitCode == 0 && stats.errorText.isEmpty)
      #expect(stats.outputText.contains("thumbnails  \(home.name("cache"))/thumbnails\n"))
      #expect(stats.outputText.contains("responses   \(home.name("cache"))/photocell\n"))
      for command in ["clear", "prune", "verify"] { #expect(try run(command).exitCode == 0) }
      let left = try ProgramRun(["ls", "-A", home.path], environment: ["PATH=/usr/bin:/bin"])
      #expect(left.output.isEmpty)
    }

    @Test func `the doctor reports the caches and creates none`() throws {
      let doctor = try ProgramRun(
        [TestedProgram.path, "doctor"],
        environment: TestedProgram.environment(home: home.path)
          + ["XDG_CACHE_HOME=\(home.name("cache"))"])
      let folder = home.name("cache")
      #expect(
        doctor.outputText.contains(
          "  ok  thumbnails         0 entries, 0 B, \(folder)/thumbnails, not made yet\n"))
      #expect(
        doctor.outputText.contains(
          "  ok  responses          0 entries, 0 B of 1.0 GB, \(folder)/photocell, not made yet\n"))
      let left = try ProgramRun(["ls", "-A", home.path], environment: ["PATH=/usr/bin:/bin"])
      #expect(left.output.isEmpty)
    }

    @Test func `the doctor names a configuration file with errors`() throws {
      for folder in ["config", "config/photocell"] { home.folder(folder) }
      let file = home.write(
        Array("images = 7\nnothing = 1\n".utf8), as: "config/photocell/config.toml")
      let doctor = try ProgramRun(
        [TestedProgram.path, "doctor"],
        environment: TestedProgram.environment(home: home.path)
          + ["XDG_CONFIG_HOME=\(home.name("config"))"])
      #expect(doctor.exitCode == 1)
      #expect(doctor.outputText.contains("\(file): 2 errors, see photocell config check\n"))
    }

    @Test func `thumbnails are counted, verify removes a damaged one, and clear removes the rest`()
      throws
    {
      try keepThumbnail("a.jpg")
      try keepThumbnail("b.jpg")
      #expect(
        try run("stats", "--thumbnails", "--json").outputText.contains(
          #"{"thumbnails":{"folder":"\#(home.name("cache"))/thumbnails","entries":2,"bytes":"#))
      #expect(try run("verify", "--thumbnails").outputText.hasSuffix("2       0      0\n"))
      let damage =
        "for f in \"$1\"/*.png; do printf x | dd of=$f bs=1 seek=400 conv=notrunc; break; done"
      _ = try ProgramRun(
        ["sh", "-c", damage, "sh", home.name("cache/thumbnails/normal")],
        environment: ["PATH=/usr/bin:/bin"])
      let verified = try run("verify")
      #expect(verified.exitCode == 1 && verified.errorText.isEmpty)
      #expect(verified.outputText.contains("thumbnails        2       1      0\n"))
      #expect(try run("verify").exitCode == 0)
      #expect(try run("clear", "--json").outputText.contains(#"{"thumbnails":{"entries":1,"#))
      let nothing = #"{"entries":0,"bytes":0}"#
      #expect(
        try run("clear", "--json").outputText
          == #"{"thumbnails":\#(nothing),"responses":\#(nothing),"index":\#(nothing)}"# + "\n")
    }

    @Test func `the cache panel shows the tiers and empties them, and the grid is preserved`()
      throws
    {
      let session = try ShellSession(columns: 80, rows: 24)
      let folder = session.home.name(".cache")
      try keepThumbnail("a.jpg", cache: folder)
      try session.launch("photocell photos")
      try session.wait(for: "the grid at rest") { $0.isAtRest }
      try session.press("C")
      try session.wait(for: "the tiers") { $0.shows("cached in") && !$0.shows("…        …") }
      #expect(try session.text.lines.contains { $0.hasPrefix("│ thumbnails") })
      try session.press("t")
      try session.wait(for: "a question") { $0.status.contains("Press t again to delete ") }
      try session.press("t")
      try session.wait(for: "what was removed") { screen in
        screen.status.hasPrefix("1/24  ✓ Deleted ") && screen.status.contains(" thumbnail")
      }
      try session.wait(for: "no thumbnails") { screen in
        if screen.shows("│ thumbnails small pictures on disk          0      0 B ") { return true }
        // A thumbnail that was being written was stored after the others were removed.
        try session.press("t")
        return false
      }
      try session.press("a")
      try session.wait(for: "a question") { $0.status.contains("Press a again to delete ") }
      try session.press("a")
      try session.wait(for: "what was removed") { $0.status.contains("; 0 responses, 0 B") }
      try session.press("C")
      try session.wait(for: ContactSheet(width: 80))
    }

    @Test
    func `cache commands report a file in place of the folder, and clear --memory is refused`()
      throws
    {
      home.file("cache")
      for command in ["stats", "clear", "prune", "verify"] {
        let run = try run(command)
        #expect(run.exitCode == 1)
        #expect(
          run.errorText == """
            photocell: thumbnails: not a directory
            photocell: responses: not a directory
            photocell: index: not a directory

            """)
      }
      let refused = try run("clear", "--memory")
      #expect(refused.exitCode == 64 && refused.output.isEmpty)
    }
  }
}
