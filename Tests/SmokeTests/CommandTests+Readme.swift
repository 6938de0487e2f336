import TestSupport
import Testing

extension CommandTests {
  /// The commands in the README, as a new user types them.
  @CommandThread struct Readme {
    /// The lines of shell that need photocell, and neither the network nor a package to install.
    private nonisolated static let commands: [String] = {
      let file = "\(TestedProgram.repository)/README.md"
      let run = try? ProgramRun(["cat", file], environment: ["PATH=/usr/bin:/bin"])
      var (lines, isShell) = ([String](), false)
      for line in run?.outputText.split(separator: "\n") ?? [] {
        if line.hasPrefix("```") {
          isShell = line == "```sh"
        } else if isShell {
          lines.append(String(line.split(separator: " #")[0]))
        }
      }
      return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }.filter { line in
        line.contains("photocell ") && !line.hasPrefix("sudo") && !line.hasPrefix("make")
          && line != "photocell apod"
      }
    }()

    private nonisolated static let printing = commands.filter {
      !$0.contains("|")
        && ["sheet", "info", "preview"].map { "photocell \($0)" }.contains(where: $0.hasPrefix)
    }
    private nonisolated static let warming = commands.filter { $0.hasPrefix("photocell warm") }
    private nonisolated static let comparing = commands.filter {
      $0.hasPrefix("photocell duplicates")
    }
    private nonisolated static let importing = commands.filter {
      $0.hasPrefix("photocell import")
    }
    private nonisolated static let exporting = commands.filter {
      $0.hasPrefix("photocell export")
    }
    private nonisolated static let browsing = commands.filter {
      !(printing + warming + comparing + importing + exporting).contains($0)
    }

    /// Gives a new user some photos.
    private func furnish(_ home: TemporaryFolder) {
      for name in ["Pictures", "Screenshots"] { home.link(name, to: TestedProgram.photos) }
      home.link("holiday.jpg", to: "\(TestedProgram.photos)/photo-19-balloons.jpg")
      // An archive is recognised by its content.
      _ = try? ProgramRun(
        ["tar", "-C", "\(TestedProgram.photos)/", "-cf", home.name("holiday.zip"), "."],
        environment: ["PATH=/usr/bin:/bin"])
      for (name, number) in [("before.png", 0), ("after.png", 1)] {
        home.link(name, to: "\(TestedProgram.photos)/\(TestedProgram.photoNames[number])")
      }
      home.folder("picks")
      var lists = ""
      for name in [".local", "share", "photocell", "collections"] {
        lists += lists.isEmpty ? name : "/\(name)"
        home.folder(lists)
      }
      _ = home.write(
        Array("\(home.path)/Pictures/photo-19-balloons.jpg\n".utf8), as: "\(lists)/best.list")
    }

    @Test func `README has commands of every kind to test`() {
      #expect(Self.printing.count >= 2)
      #expect(Self.browsing.count >= 6)
      #expect(Self.warming.count == 1 && Self.comparing.count == 1 && Self.importing.count == 1)
      #expect(Self.exporting.count == 1)
    }

    @Test(arguments: exporting)
    func `README's export command writes all photos`(line: String) throws {
      let home = TemporaryFolder()
      furnish(home)
      let run = try ProgramRun(
        ["sh", "-c", line], environment: TestedProgram.environment(home: home.path),
        folder: home.path)
      #expect(run.exitCode == 0)
      #expect(home.names(in: "web").count == TestedProgram.photoNames.count)
    }

    @Test(arguments: printing)
    func `README's printing commands succeed without errors`(line: String) throws {
      let home = TemporaryFolder()
      furnish(home)
      let run = try ProgramRun(
        ["sh", "-c", line], environment: TestedProgram.environment(home: home.path),
        folder: home.path)
      #expect(run.exitCode == 0)
      #expect(run.output.count > 100)
      #expect(run.errorText.isEmpty)
    }

    @Test(arguments: warming)
    func `README's warm command reports the generated thumbnails`(line: String) throws {
      let home = TemporaryFolder()
      furnish(home)
      let run = try ProgramRun(
        ["sh", "-c", line], environment: TestedProgram.environment(home: home.path),
        folder: home.path)
      #expect(run.exitCode == 0)
      #expect(run.errorText.contains(" generated, 0 already cached"))
    }

    @Test(arguments: comparing)
    func `README's duplicates command finds a copied photo`(line: String) throws {
      let home = TemporaryFolder()
      home.folder("Pictures")
      for name in ["one.jpg", "two.jpg"] {
        _ = try ProgramRun(
          [
            "cp", "\(TestedProgram.photos)/\(TestedProgram.photoNames[0])",
            home.name("Pictures/\(name)"),
          ], environment: ["PATH=/usr/bin:/bin"])
      }
      let run = try ProgramRun(
        ["sh", "-c", line], environment: TestedProgram.environment(home: home.path),
        folder: home.path)
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
      #expect(
        run.outputText == ["one", "two"].map { "\(home.path)/Pictures/\($0).jpg\n" }.joined())
    }

    @Test(arguments: importing)
    func `README's import command prints what would be copied`(line: String) throws {
      let home = TemporaryFolder()
      for folder in ["card", "Pictures"] { home.folder(folder) }
      let photo = "\(TestedProgram.photos)/\(TestedProgram.photoNames[0])"
      let run = try ProgramRun(
        ["sh", "-c", "cp \(photo) card && \(line)"],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
      #expect(run.outputText.contains("1 photo new"))
      #expect(home.names(in: "Pictures").isEmpty)
    }

    @Test(arguments: browsing)
    func `README's browsing commands show photos and exit with 0`(line: String) throws {
      let session = try ShellSession()
      furnish(session.home)
      try session.launch(line)
      if line.contains("| less") {
        try session.wait(for: "the sheet") { $0.lines.contains { $0.contains("3-savanna") } }
        try session.press("q")
        try session.untilPrompt()
        return
      }
      try session.wait(for: "photos") { $0.isAtRest }
      let isPicking = line.contains("xargs")
      // Subfolders come first and cannot be marked.
      if isPicking { try session.press("G", "m") }
      try session.press("q")
      if line.contains("holiday.jpg") { try session.press("q") }
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
      if isPicking { #expect(!session.home.names(in: "picks").isEmpty) }
    }
  }
}
