import TestSupport
import Testing

extension CommandTests {
  @CommandThread struct Logging {
    private let home = TemporaryFolder()

    private func run(_ words: String..., log: String) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path] + words,
        environment: TestedProgram.environment(home: home.path) + ["PHOTOCELL_LOG=\(log)"],
        folder: home.path)
    }

    /// The lines of a log without their times.
    private func told(_ text: String) -> [String] {
      text.split(separator: "\n").map { String($0.dropFirst("1970-01-01T00:00:00Z ".count)) }
    }

    private var log: String { String(decoding: home.bytes(of: "log"), as: UTF8.self) }

    @Test func `a file that is not an image is logged between the start and the exit code`() throws
    {
      _ = home.write(Array("no picture at all".utf8), as: "bad.jpg")
      #expect(try run("sheet", "bad.jpg", log: "log").exitCode == 2)
      let lines = told(log)
      #expect(lines.first?.hasPrefix("info program photocell 0") == true)
      #expect(lines.first?.hasSuffix(" started: sheet in no terminal") == true)
      #expect(lines.contains("warning load bad.jpg: not an image (file)"))
      #expect(lines.last == "info program exit code 2")
      let time = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /#
      #expect(log.split(separator: "\n").allSatisfy { $0.prefixMatch(of: time) != nil })
    }

    @Test func `every problem in the configuration file is logged on its own line`() throws {
      home.folder(".config")
      home.folder(".config/photocell")
      let text = "srot = 1\ncache = false\nttl = \"5m\"\n[keys.grid]\nT = \"mrak\"\n"
      _ = home.write(Array(text.utf8), as: ".config/photocell/config.toml")
      _ = try run("sheet", "none.jpg", log: "log:warning")
      let file = "\(home.path)/.config/photocell/config.toml"
      #expect(
        told(log) == [
          "warning configuration \(file):1:1: expected a setting such as “sort”, found “srot”",
          "warning configuration \(file):3:7: expected a setting that goes with those above, "
            + "found ttl",
          "warning configuration \(file):5:5: expected a command such as “mark”, found “mrak”",
        ])
    }

    @Test func `the level warning logs only warnings`() throws {
      _ = home.write(Array("no picture at all".utf8), as: "bad.jpg")
      _ = try run("sheet", "bad.jpg", log: "log:warning")
      #expect(told(log) == ["warning load bad.jpg: not an image (file)"])
    }

    @Test(arguments: [("log:loud", "unknown level 'loud'"), ("nowhere/log", "no such file")])
    func `an unknown level or a log that cannot be written is wrong usage`(
      setting: String, words: String
    ) throws {
      let run = try run("doctor", log: setting)
      #expect(run.exitCode == 64)
      #expect(run.output.isEmpty)
      #expect(run.errorText.hasPrefix("photocell: PHOTOCELL_LOG"))
      #expect(run.errorText.contains(words))
      #expect(run.errorText.split(separator: "\n").count == 1)
    }

    @Test func `browsing logs its terminal, its decoders and the exit code of Ctrl-C`() throws {
      let session = try ShellSession.browsing("PHOTOCELL_LOG=log photocell photos")
      try session.press("C-c")
      try session.untilPrompt()
      let lines = told(String(decoding: session.home.bytes(of: "log"), as: UTF8.self))
      #expect(lines.first?.hasSuffix(" started: browse in tmux, tmux-256color of 80x24") == true)
      #expect(lines.last == "info program exit code 130")
      #expect(lines.contains { $0.hasPrefix("info decoder ") })
    }
  }
}
