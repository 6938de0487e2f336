import Glibc
import PictureSamples
import TestSupport
import Testing

extension CommandTests {
  @CommandThread struct Sheet {
    private let home = TemporaryFolder()

    /// Arguments, and the exit codes they lead to.
    private nonisolated static let endings: [(String, Int32)] = [
      ("photos", 0), ("photos/photo-20-dunes.jpg", 0),
      ("photos/photo-20-dunes.jpg bad.jpg", 1), ("photos/photo-20-dunes.jpg nowhere", 1),
      ("bad.jpg", 2), ("nowhere", 2), ("bad.jpg nowhere", 2),
      ("nowhere photos", 1),
      ("--nonsense photos", 64), ("--columns 0 photos", 64), ("--width 0 photos", 64),
      ("--color blue photos", 64), ("--symbols runes photos", 64),
    ]

    private func sheet(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path, "sheet"] + arguments,
        environment: TestedProgram.environment(home: home.path), folder: home.path)
    }

    @Test(arguments: [20, 80, 133])
    func `no line of a coloured sheet is wider than --width`(width: Int) throws {
      let run = try sheet("--width", "\(width)", TestedProgram.photos)
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
      let screen = StyledScreen(parsing: run.outputText)
      #expect(screen.rows.allSatisfy { $0.count <= width })
      #expect(screen.exactColors.count > 100)
    }

    @Test func `an ASCII sheet has all names and only printable characters`() throws {
      let run = try sheet(
        "--color", "none", "--symbols", "ascii", "--columns", "2", "--width", "60",
        TestedProgram.photos)
      #expect(run.exitCode == 0)
      #expect(run.output.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20..<0x7F).contains($0) })
      let lines = run.outputText.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 60 })
      for name in TestedProgram.photoNames { #expect(lines.contains { $0.contains(name) }) }
    }

    @Test(arguments: endings)
    func `the exit code reports whether all, some or no photos are shown`(
      line: String, exitCode: Int32
    ) throws {
      _ = home.write(Array("no picture at all".utf8), as: "bad.jpg")
      home.link("photos", to: TestedProgram.photos)
      let words = line.split(separator: " ").map(String.init)
      let run = try ProgramRun(
        [TestedProgram.path, "sheet"] + words,
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.exitCode == exitCode)
      guard exitCode != 64 else { return #expect(!run.errorText.isEmpty) }
      let reason = "photocell: nowhere: no such file or folder\n"
      #expect(run.errorText == (words.contains("nowhere") ? reason : ""))
    }

    @Test func `a PDF has all photos and their names`() throws {
      let run = try sheet("--output", "contact.pdf", TestedProgram.photos)
      #expect(run.exitCode == 0 && run.output.isEmpty && run.errorText.isEmpty)
      let text = String(decoding: home.bytes(of: "contact.pdf"), as: UTF8.self)
      #expect(text.split(separator: "/Type /XObject").count == 25)
      #expect(text.split(separator: "/Type /Page ").count == 2)
      for name in TestedProgram.photoNames {
        let digits = name.utf8.flatMap { [$0 >> 4, $0 & 15] }.map { String($0, radix: 16) }
        #expect(text.contains("<\(digits.joined())> Tj"))
      }
    }

    @Test func `a folder has a web page, its thumbnails and larger copies`() throws {
      home.link("photos", to: TestedProgram.photos)
      _ = home.write(SampleMetadata.whole.png, as: "<b>&.png")
      let run = try sheet("--output", "contact/", "photos", "<b>&.png")
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
      #expect(home.names(in: "contact").sorted() == ["index.html", "photos", "thumbnails"])
      let numbers = (1...25).map { $0 < 10 ? "000\($0).jpg" : "00\($0).jpg" }
      for folder in ["photos", "thumbnails"] {
        #expect(home.names(in: "contact/\(folder)").sorted() == numbers)
      }
      let page = String(decoding: home.bytes(of: "contact/index.html"), as: UTF8.self)
      #expect(page.contains(#"src="thumbnails/0025.jpg" width="40" height="60""#))
      #expect(page.contains("<figcaption>&lt;b&gt;&amp;.png</figcaption>"))
      let info = try ProgramRun(
        [TestedProgram.path, "info", "--json", "contact/thumbnails/0001.jpg"],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(info.outputText.contains(#""width":480"#) && info.exitCode == 0)
    }

    @Test func `a PNG has photos and captions`() throws {
      let run = try sheet("--output", "contact.png", "--columns", "4", TestedProgram.photos)
      #expect(run.exitCode == 0 && run.output.isEmpty && run.errorText.isEmpty)
      let info = try ProgramRun(
        [TestedProgram.path, "info", "--json", "contact.png"],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(info.outputText.contains(#""width":1920"#))
    }

    @Test(arguments: ["old.pdf", "old.png", "old", "old/"])
    func `a sheet never overwrites anything`(output: String) throws {
      let inner = output.hasPrefix("old.") ? output : "old/a"
      if inner.contains("/") { home.folder("old") }
      _ = home.write([1], as: inner)
      let run = try sheet("--output", output, TestedProgram.photos)
      #expect(run.exitCode == 74 && run.errorText.contains("exists already; nothing was written"))
      #expect(home.bytes(of: inner) == [1])
    }

    @Test func `a web page that cannot be completed leaves nothing`() throws {
      let run = try ProgramRun(
        ["sh", "-c", "ulimit -f 20; photocell sheet --output web '\(TestedProgram.photos)'"],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.exitCode == 74 && !run.errorText.isEmpty)
      #expect(!home.names(in: ".").contains("web"))
    }

    @Test(arguments: [
      ("--output a.gif photos", 64), ("--output a.pdf --width 80 photos", 64),
      ("--output a.pdf --columns 21 photos", 64), ("--output a.pdf bad.jpg", 2),
      ("--output a.pdf bad.jpg photos", 1), ("--output none/a.pdf photos", 74),
    ])
    func `a sheet that is not whole has a reason`(line: String, exitCode: Int32) throws {
      _ = home.write(Array("no picture at all".utf8), as: "bad.jpg")
      home.link("photos", to: TestedProgram.photos)
      let run = try ProgramRun(
        [TestedProgram.path, "sheet"] + line.split(separator: " ").map(String.init),
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.exitCode == exitCode && !run.errorText.isEmpty)
      #expect(home.names(in: ".").contains("a.pdf") == (exitCode == 1))
    }

    @Test func `an interrupted web page leaves nothing behind`() throws {
      home.folder("album")
      for (number, name) in (0..<10).flatMap({ _ in TestedProgram.photoNames }).enumerated() {
        home.link("album/\(number).jpg", to: "\(TestedProgram.photos)/\(name)")
      }
      let line = """
        photocell sheet album --output contact &
        until [ -e contact/photos/0001.jpg ]; do sleep 0.01; done
        kill -TERM $!; wait $!
        """
      let run = try ProgramRun(
        ["sh", "-c", line], environment: TestedProgram.environment(home: home.path),
        folder: home.path)
      #expect(run.exitCode == 128 + SIGTERM)
      #expect(!home.names(in: ".").contains("contact"))
    }

    @Test(arguments: [
      "sheet", "info", "decode --info", "decode --summary", "doctor", "cache stats", "config print",
      "--help", "--version", "help", "help browse", "sheet --help", "init bash",
      "--generate-completion-script zsh", "--demo-race --report",
    ])
    func `output that cannot be written exits with 74 and the reason`(command: String) throws {
      let takesFiles = ["sheet", "info", "decode --info", "decode --summary"].contains(command)
      let files = takesFiles ? TestedProgram.photos + "/*.jpg" : ""
      let run = try ProgramRun(
        ["sh", "-c", "photocell \(command) \(files) >/dev/full"],
        environment: TestedProgram.environment(home: home.path))
      #expect(run.exitCode == 74)
      #expect(run.errorText == "photocell: standard output: no space left on device\n")
    }

    @Test(arguments: ["--help", "config print"])
    func `a closed pipe is no error for printed text`(command: String) throws {
      let run = try ProgramRun(
        ["bash", "-c", "photocell \(command) | true; exit ${PIPESTATUS[0]}"],
        environment: TestedProgram.environment(home: home.path))
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
    }

    @Test func `a folder without photos gives no sheet and exits with 2`() throws {
      home.folder("empty")
      let run = try ProgramRun(
        [TestedProgram.path, "sheet", "empty"],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.exitCode == 2 && run.output.isEmpty)
      #expect(run.errorText == "photocell: no photos in empty: the folder is empty.\n")
    }

    @Test func `a closed pipe ends a sheet without an error message`() throws {
      let run = try ProgramRun(
        ["sh", "-c", "{ photocell sheet '\(TestedProgram.photos)'; } | head -n 1"],
        environment: TestedProgram.environment(home: home.path))
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
      #expect(run.outputText.split(separator: "\n").count == 1)
    }
  }
}
