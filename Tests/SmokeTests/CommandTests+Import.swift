import Glibc
import TestSupport
import Testing

extension CommandTests {
  /// Photos of a card, as `photocell import` copies them.
  @CommandThread struct Import {
    private let home = TemporaryFolder()
    private nonisolated static let names = ["one.jpg", "two.jpg", "three.jpg"]

    /// Two photos of 14 July 2021 and one of 20 June 2022, or what the demo photos say.
    init() throws {
      for folder in ["card", "card/DCIM", "Pictures"] { home.folder(folder) }
      for (name, photo) in zip(Self.names, TestedProgram.photoNames) {
        try run("cp \(TestedProgram.photos)/\(photo) card/DCIM/\(name)")
      }
    }

    @discardableResult
    private func run(_ line: String, in home: TemporaryFolder? = nil) throws -> ProgramRun {
      let home = home ?? self.home
      return try ProgramRun(
        ["sh", "-c", line],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
    }

    private func bring(_ options: String = "--yes") throws -> ProgramRun {
      try run("photocell import \(options) card Pictures")
    }

    /// All files below a folder, sorted.
    private func files(in folder: String = "Pictures") throws -> [String] {
      try run("cd \(folder) && find . -type f | sort | cut -c3-").outputText
        .split(separator: "\n").map(String.init)
    }

    @Test func `new photos are copied into folders by date, and known ones are not again`() throws {
      let run = try bring()
      #expect(run.exitCode == 0)
      #expect(run.outputText.hasPrefix("3 photos new, "))
      #expect(run.errorText.hasPrefix("photocell: 3 photos imported, "))
      let files = try files()
      #expect(files.count == 3 && files.contains("2021/07-14/one.jpg"))
      #expect(try self.run("cmp card/DCIM/one.jpg Pictures/2021/07-14/one.jpg").exitCode == 0)
      // Renamed, moved or deleted: still known.
      home.rename("Pictures/2021/07-14/one.jpg", to: "Pictures/best.jpg")
      home.remove("Pictures/\(files.last { !$0.contains("one") } ?? "")")
      let again = try bring()
      #expect(again.exitCode == 0 && again.errorText.isEmpty)
      #expect(again.outputText == "No new photos on card\nNot imported: 3 known already\n")
      #expect(try self.files().count == 2)
    }

    @Test(arguments: ["--dry-run", "--json"])
    func `the plan is printed, and nothing is written`(option: String) throws {
      home.link("card/link.jpg", to: "DCIM/one.jpg")
      home.fifo("card/fifo.jpg")
      let run = try bring(option)
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
      let (source, target) = ("card/DCIM/one.jpg", "Pictures/2021/07-14/one.jpg")
      if option == "--json" {
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(
          lines.contains {
            $0.hasPrefix(
              #"{"source":"\#(source)","targets":["\#(home.path)/\#(target)"],"bytes":"#)
          })
        #expect(lines[3].hasPrefix(#"{"photos":3,"bytes":"#))
        #expect(lines[3].contains(#""links":1,"special_files":1,"other_files":0"#))
      } else {
        #expect(run.outputText.contains("\(source) → ~/\(target)\n"))
        #expect(run.outputText.hasSuffix("Skipped: 1 symbolic link, 1 special file\n"))
      }
      #expect(try files().isEmpty)
      #expect(home.names(in: ".local").isEmpty)
    }

    @Test func `a filter, a day and a rejection in a sidecar leave photos out`() throws {
      _ = home.write(
        Array(
          """
          <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
          xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
          xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="-1"/></rdf:RDF></x:xmpmeta>
          """.utf8), as: "card/DCIM/two.jpg.xmp")
      #expect(try bring("--dry-run").outputText.contains("Not imported: 1 rejected\n"))
      for option in ["--filter 'name:one'", "--filter 'date:2021-07-14 !name:three'"] {
        let text = try bring("--dry-run \(option)").outputText
        #expect(text.contains("DCIM/one.jpg →") && !text.contains("DCIM/three.jpg →"))
      }
      #expect(try bring("--dry-run --since 2099-01-01").outputText.hasPrefix("No new photos"))
      #expect(try bring("--dry-run --since 2021-07-14").outputText.contains("DCIM/one.jpg →"))
    }

    @Test func `names follow the pattern of the option, else of the configuration`() throws {
      home.folder(".config")
      home.folder(".config/photocell")
      _ = home.write(
        Array("[import]\nname = \"{event}/{camera}-{seq:3}\"\n".utf8),
        as: ".config/photocell/config.toml")
      #expect(try bring().exitCode == 64)
      let line = "--dry-run --event Oslo"
      #expect(try bring(line).outputText.contains("/Pictures/Oslo/Petrelwerk-Fieldmate-20-"))
      #expect(try bring("\(line) --name '{name}'").outputText.contains("/Pictures/one.jpg\n"))
      #expect(try bring("\(line) --name '../{name}'").exitCode == 2)
    }

    @Test func `a name in use gets a number, and no folder of its own`() throws {
      try run("cp card/DCIM/two.jpg Pictures/one.jpg")
      let text = try bring("--dry-run --name '{name}'").outputText
      #expect(text.contains("one.jpg → ~/Pictures/one_1.jpg\n"))
      #expect(text.contains("Folders: . (2)\n"))
      #expect(text.contains("1 name is in use and gets a number\n"))
    }

    @Test func `a second folder gets equal copies, and sidecars get the keywords`() throws {
      let run = try bring("--yes --second Backup --name '{name}' --keywords 'Oslo, Travel|2026'")
      #expect(run.exitCode == 0)
      let names = Self.names.flatMap { [$0, "\($0).xmp"] }.sorted()
      for folder in ["Pictures", "Backup"] {
        #expect(try files(in: folder) == names)
        let text = String(decoding: home.bytes(of: "\(folder)/one.jpg.xmp"), as: UTF8.self)
        #expect(text.contains("Oslo") && text.contains("Travel|2026"))
      }
      #expect(try files(in: "card/DCIM") == Self.names.sorted())
      #expect(try bring("--yes --second Backup").outputText.hasPrefix("No new photos"))
    }

    @Test func `the card is erased of what is copied, and keeps what is not`() throws {
      try run("cp card/DCIM/one.jpg Pictures/mine.jpg")
      let run = try bring("--yes --then erase")
      // The first was never imported, so that nothing has verified it.
      #expect(run.exitCode == 1)
      #expect(run.errorText.contains("1 photo not erased: no verified copy is in place\n"))
      #expect(run.errorText.hasSuffix("2 files erased\n"))
      #expect(try files(in: "card") == ["DCIM/one.jpg"])
      #expect(try files().count == 3)
    }

    @Test func `without a grid nothing is copied before y, nor erased before another y`() throws {
      let session = try ShellSession(columns: 100)
      try run("cp -r card Pictures \(session.home.path)")
      try session.launch("photocell import --no-browse --then erase card Pictures")
      try session.wait(for: "the question") {
        $0.lines.contains { $0.hasPrefix("Import 3 photos? y/n:") }
      }
      try session.press("n", "Enter")
      try session.untilPrompt()
      #expect(try session.exitCode() == 2)
      #expect(session.home.names(in: "Pictures").isEmpty)
      try session.launch("photocell import --no-browse --then erase card Pictures")
      try session.wait(for: "the question") {
        $0.lines.contains { $0.hasPrefix("Import 3 photos? y/n:") }
      }
      try session.press("y", "Enter")
      try session.wait(for: "the second question") {
        $0.lines.contains { $0.hasPrefix("Erase 3 photos, ") }
      }
      #expect(session.home.names(in: "card/DCIM").count == 3)
      try session.press("y", "Enter")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
      #expect(session.home.names(in: "card/DCIM").isEmpty)
    }

    @Test func `again imports what was deleted from the folder, and nothing else`() throws {
      #expect(try bring("--yes --quiet --name '{name}'").exitCode == 0)
      home.remove("Pictures/one.jpg")
      home.rename("Pictures/two.jpg", to: "Pictures/best.jpg")
      #expect(try bring("--dry-run --name '{name}'").outputText.hasPrefix("No new photos"))
      let again = try bring("--yes --again --name '{name}'")
      #expect(again.exitCode == 0 && again.outputText.hasPrefix("1 photo new, "))
      #expect(again.outputText.contains("Not imported: 2 known already\n"))
      #expect(try files() == ["best.jpg", "one.jpg", "three.jpg"])
      #expect(try bring("--yes --again").outputText.hasPrefix("No new photos"))
    }

    @Test func `the grid says what is imported; q imports nothing, and I what is not rejected`()
      throws
    {
      let session = try ShellSession(columns: 100)
      try run("cp -r card Pictures \(session.home.path)")
      try session.launch("photocell import card Pictures")
      try session.wait(for: "the grid") { $0.shows("import 3 photos, ") }
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 2)
      #expect(session.home.names(in: "Pictures").isEmpty)
      try session.launch("clear; photocell import --name '{name}' card Pictures")
      try session.wait(for: "the grid") { $0.isAtRest && $0.shows("import 3 photos, ") }
      try session.send(";x")
      try session.wait(for: "two photos") { $0.shows("import 2 photos, ") }
      try session.send("l;3")
      try session.press("I")
      try session.wait(for: "the question") { $0.shows("Import 2 photos, ") }
      try session.press("n", "Enter")
      try session.wait(for: "the grid again") { $0.shows("import 2 photos, ") }
      try session.press("I", "y", "Enter")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
      #expect(
        session.home.names(in: "Pictures") == ["three.jpg", "three.jpg.xmp", "two.jpg"])
      #expect(session.home.names(in: "card/DCIM").contains("one.jpg.xmp"))
    }

    @Test func `a card that vanishes behind the grid, or has nothing new, is no empty grid`() throws
    {
      let session = try ShellSession(columns: 100)
      try run("cp -r card Pictures \(session.home.path)")
      let line = "photocell import --name '{name}' card Pictures"
      try session.launch(line)
      try session.wait(for: "the grid") { $0.shows("import 3 photos, ") }
      session.home.rename("card", to: "away")
      session.home.folder("card")
      try session.press("I", "y", "Enter")
      try session.wait(for: "the reason") { $0.shows("card: ") }
      try session.untilPrompt()
      #expect(try session.exitCode() == 2)
      try session.launch("clear; \(line)")
      try session.wait(for: "no photos") { $0.shows("No new photos on card") }
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
      #expect(session.home.names(in: "Pictures").isEmpty)
    }

    @Test(arguments: ["", "--quiet"])
    func `a survey shows its progress on a terminal, unless it is quiet`(option: String) throws {
      let words = "import --dry-run \(option) \(home.name("card")) \(home.name("Pictures"))"
      let terminal = try PlayedTerminal(words, hasPhotos: false, variables: ["TERM": "xterm"])
      terminal.waitForEnd()
      let text = terminal.output
      #expect(text.contains("Folders: "))
      #expect(text.contains("1 photo found\r\u{1B}[K") == option.isEmpty)
      #expect(text.contains("\u{1B}") == option.isEmpty)
    }

    @Test func `names of any bytes are copied, and printed without control characters`() throws {
      try run(#"cp card/DCIM/one.jpg "card/$(printf 'a\377\033[31m\nb').jpg""#)
      home.remove("card/DCIM/one.jpg")
      let run = try bring("--dry-run --name '{name}'")
      #expect(
        !run.outputText.contains("\u{1B}") && run.outputText.split(separator: "\n").count == 5)
      #expect(try bring("--yes --name '{name}'").exitCode == 0)
      #expect(try self.run(#"cmp card/a*.jpg Pictures/a*.jpg"#).exitCode == 0)
    }

    @Test(arguments: [
      ("import --yes nowhere Pictures", 2), ("import --yes card/DCIM/one.jpg Pictures", 2),
      ("import card Pictures", 64), ("import --yes card card/new", 64),
      ("import --yes card Pictures --second Pictures", 64),
      ("import --yes card Pictures --iptc", 64),
      ("import --yes --name '{x}' card Pictures", 64), ("import --yes --since x card Pictures", 64),
      ("import --yes --filter 'size:x' card Pictures", 64),
      ("import --yes --name '{event}' card Pictures", 64),
      ("import --yes card /proc/none", 2), ("import --dry-run card Pictures >/dev/full", 74),
    ])
    func `wrong folders, options and outputs have their exit codes, and nothing is copied`(
      line: String, exitCode: Int32
    ) throws {
      let run = try run("photocell \(line)")
      #expect(run.exitCode == exitCode)
      #expect(!run.errorText.isEmpty)
      #expect(try files().isEmpty && files(in: "card").count == 3)
    }

    /// Before each call that changes files; its decoders, too.
    @Test func `killed at any call, the next import has every photo with its keywords once`() throws
    {
      let disk = "\(TestedProgram.folder)/libDeadlyDisk.so"
      let line = "photocell import --yes --quiet --name '{name}' --keywords Oslo"
      var calls = 0
      var code: Int32 = 137
      while code == 137 || code == 128 + SIGKILL {
        calls += 1
        let home = TemporaryFolder()
        try run("cp -r card Pictures \(home.path)")
        code = try run(
          "exec env LD_PRELOAD=\(disk) DEADLY_CALL=\(calls) \(line) card Pictures", in: home
        ).exitCode
        #expect(try run("\(line) card Pictures", in: home).exitCode == 0)
        let names = home.names(in: "Pictures")
        #expect(names == Self.names.flatMap { [$0, "\($0).xmp"] }.sorted(), "call \(calls)")
        for name in Self.names {
          let text = String(decoding: home.bytes(of: "Pictures/\(name).xmp"), as: UTF8.self)
          #expect(text.contains("Oslo"), "call \(calls)")
        }
        guard calls < 200 else { break }
      }
      #expect(calls > 10 && calls < 200)
    }
  }
}
