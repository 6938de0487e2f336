import TestSupport
import Testing

extension CommandTests {
  @CommandThread struct Preview {
    private let home = TemporaryFolder()
    private nonisolated static let photo = TestedProgram.photos + "/photo-20-dunes.jpg"

    private func preview(_ arguments: String..., variables: [String] = []) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path, "preview"] + arguments,
        environment: TestedProgram.environment(home: home.path) + variables, folder: home.path)
    }

    @Test(arguments: [(20, 10), (61, 30), (3, 1)])
    func `an image behind a pipe fits the window of fzf`(columns: Int, rows: Int) throws {
      let run = try preview(
        Self.photo,
        variables: ["FZF_PREVIEW_COLUMNS=\(columns)", "FZF_PREVIEW_LINES=\(rows)", "FZF_QUERY="])
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
      let screen = StyledScreen(parsing: run.outputText)
      #expect((1...rows).contains(screen.rows.count))
      #expect(screen.rows.allSatisfy { $0.count <= columns })
      #expect(!screen.exactColors.isEmpty)
    }

    @Test func `--size decides before fzf`() throws {
      let run = try preview(
        "--size", "10x4", Self.photo,
        variables: ["FZF_PREVIEW_COLUMNS=80", "FZF_PREVIEW_LINES=40", "FZF_QUERY="])
      #expect(StyledScreen(parsing: run.outputText).rows.count <= 4)
    }

    @Test func `--info adds lines below the image, within the size`() throws {
      let run = try preview("--size", "40x12", "--info", "--color", "none", Self.photo)
      let lines = run.outputText.split(separator: "\n")
      #expect(lines.count <= 12)
      #expect(lines.contains { $0.contains("JPEG") })
      #expect(lines.allSatisfy { $0.count <= 40 })
    }

    @Test func `a folder shows its name and the number of its photos`() throws {
      let run = try preview("--size", "40x12", "--color", "none", TestedProgram.photos)
      #expect(run.exitCode == 0)
      #expect(run.outputText.contains("photos"))
      #expect(run.outputText.contains("\(TestedProgram.photoNames.count)"))
    }

    @Test func `an archive shows the photos of the folders in it`() throws {
      let run = try ProgramRun(
        [
          "sh", "-c",
          """
          tar -C '\(TestedProgram.photos)/..' -cf x.tar photos
          photocell preview --size 40x12 --color none x.tar
          """,
        ],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.exitCode == 0)
      #expect(run.outputText.contains("x.tar \(TestedProgram.photoNames.count)"))
    }

    @Test func `an image on standard input is shown, and leaves no thumbnail`() throws {
      let run = try ProgramRun(
        ["sh", "-c", "photocell preview --size 20x10 - <'\(Self.photo)'"],
        environment: TestedProgram.environment(home: home.path))
      #expect(run.exitCode == 0 && !StyledScreen(parsing: run.outputText).exactColors.isEmpty)
      let nothing = try preview("-")
      #expect(nothing.exitCode == 1 && nothing.errorText == "photocell: standard input: empty\n")
      let text = try ProgramRun(
        ["sh", "-c", "echo '{\"items\": []}' | photocell preview -"],
        environment: TestedProgram.environment(home: home.path))
      #expect(text.exitCode == 1)
      #expect(text.errorText == "photocell: standard input: not an image\n")
      #expect(
        try ProgramRun(["find", home.path, "-name", "*.png"], environment: []).output.isEmpty)
    }

    @Test(arguments: ["text.txt", "nowhere", "bad.jpg", "pipe"])
    func `what is no image exits with 1, a reason and no output`(name: String) throws {
      _ = home.write(Array("no picture at all".utf8), as: "text.txt")
      _ = home.write([0xFF, 0xD8, 0xFF, 0xD8], as: "bad.jpg")
      _ = try ProgramRun(["mkfifo", home.path + "/pipe"], environment: [])
      let run = try preview("--size", "20x10", name)
      #expect(run.exitCode == 1 && run.output.isEmpty)
      #expect(run.errorText.hasPrefix("photocell: \(name): "))
      #expect(run.errorText.split(separator: "\n").count == 1)
    }

    @Test func `a terminal with kitty's protocol gets the stored thumbnail as a PNG`() throws {
      let warm = try ProgramRun(
        [TestedProgram.path, "warm", "--size", "x-large", Self.photo],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(warm.exitCode == 0)
      let shown = { (size: String) in
        try preview("--images", "kitty", "--color", "truecolor", "--size", size, Self.photo)
          .outputText
      }
      #expect(try shown("40x20").contains(/_Ga=T,U=1,p=1,c=\d+,r=\d+,i=\d+,f=100,/))
      // Larger than the thumbnail.
      #expect(try shown("150x100").contains(/_Ga=T,U=1,p=1,c=\d+,r=\d+,i=\d+,f=24,/))
    }

    @Test func `the images of one pane have the same numbers, and --clear frees them`() throws {
      let ids = { (text: String) in
        Set(text.matches(of: /_Ga=T,U=1,p=1,c=\d+,r=\d+,i=(\d+)/).map { String($0.1) })
      }
      let runs = try ["1", "1", "2"].map { pane in
        try preview(
          "--images", "kitty", "--color", "truecolor", "--size", "20x10", Self.photo,
          variables: ["TMUX_PANE=%\(pane)"])
      }
      #expect(runs.allSatisfy { $0.exitCode == 0 })
      let sent = runs.map { ids($0.outputText) }
      #expect(sent[0].count == 1 && sent[0] == sent[1] && sent[0] != sent[2])
      let clearing = try preview(
        "--images", "kitty", "--color", "truecolor", "--clear", variables: ["TMUX_PANE=%1"])
      let freed = Set(
        clearing.outputText.matches(of: /_Ga=d,d=I,i=(\d+)/).map { String($0.1) })
      #expect(freed.isSuperset(of: sent[0]) && freed.isDisjoint(with: sent[2]))
    }

    @Test func `--clear in a terminal frees the images of its pane, and no others`() throws {
      let terminal = try PlayedTerminal(
        "preview --images kitty --color truecolor --clear", hasPhotos: false,
        variables: ["TERM": "xterm-256color"])
      try terminal.wait(for: "\u{1B}[c")
      terminal.send("\u{1B}[?62;c")
      terminal.waitForEnd()
      #expect(terminal.output.matches(of: /_Ga=d,d=I,i=21/).count == 4)
      #expect(terminal.output.matches(of: /_Ga=d/).count == 4)
    }

    @Test(arguments: [("--clear", false), (photo, true)])
    func `only an image starts a decoder`(argument: String, isStarted: Bool) throws {
      _ = try preview("--size", "8x4", argument, variables: ["PHOTOCELL_LOG=log"])
      let log = String(decoding: home.bytes(of: "log"), as: UTF8.self)
      #expect(log.contains("photocell-decoder started as") == isStarted)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `lines of metadata never leave a small box`(rows: Int) throws {
      let run = try preview("--size", "20x\(rows)", "--info", "--color", "none", Self.photo)
      #expect(run.outputText.split(separator: "\n").count <= rows)
    }

    @Test func `a placed image stays within its box and returns the cursor`() throws {
      let terminal = try PlayedTerminal(
        "preview --symbols half --color truecolor --place 20x10@30x5 \(Self.photo)",
        hasPhotos: false, variables: ["TERM": "xterm-256color"])
      try terminal.wait(for: "\u{1B}[c")
      terminal.send("\u{1B}[?62;c")
      terminal.waitForEnd()
      #expect(!terminal.output.contains("\n"))
      let moves = terminal.output.matches(of: /\e\[(\d+);(\d+)H/)
      #expect(Set(moves.compactMap { Int($0.1) }) == Set(6...15))
      #expect(Set(moves.compactMap { Int($0.2) }) == [31])
      #expect(
        terminal.output.ranges(of: "\u{1B}7").count == terminal.output.ranges(of: "\u{1B}8").count)
    }
  }
}
