import TestSupport
import Testing

extension CommandTests {
  @CommandThread struct Decode {
    private let home = TemporaryFolder()

    private func run(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path] + arguments,
        environment: TestedProgram.environment(home: home.path), folder: home.path)
    }

    @Test func `decode --info prints a line per file in the order of the arguments`() throws {
      _ = home.write(Array("no picture at all".utf8), as: "bad\u{1B}.jpg")
      let photo = "\(TestedProgram.photos)/\(TestedProgram.photoNames[0])"
      let run = try run("decode", "--info", "bad\u{1B}.jpg", photo)
      #expect(run.exitCode == 1)
      let lines = run.outputText.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0].hasPrefix("-           not an image "))
      #expect(lines[0].hasSuffix("  bad\u{FFFD}.jpg"))
      #expect(lines[1].hasPrefix("JPEG        640x480  1 "))
      #expect(lines[1].hasSuffix("  \(photo)"))
    }

    @Test func `decode without options prints the same lines, and one for a folder`() throws {
      let photo = "\(TestedProgram.photos)/\(TestedProgram.photoNames[0])"
      let run = try run("decode", photo, "/usr")
      #expect(run.exitCode == 1)
      let lines = run.outputText.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0].hasPrefix("JPEG        640x480  1 "))
      #expect(lines[1].hasPrefix("-           a folder "))
    }

    @Test func `decode --json prints one object per line, and --summary one line per type`() throws
    {
      let photos = TestedProgram.photoNames.map { "\(TestedProgram.photos)/\($0)" }
      let json = try ProgramRun(
        [TestedProgram.path, "decode", "--info", "--json"] + photos,
        environment: TestedProgram.environment(home: home.path))
      #expect(json.exitCode == 0)
      let lines = json.outputText.split(separator: "\n")
      #expect(lines.count == photos.count)
      for line in lines {
        #expect(line.contains(#""type":"JPEG","decoder":"fast""#))
        #expect(line.contains(#""complete":true"#))
      }
      let turned = try #require(lines.first { $0.contains("photo-4-jungle-falls.jpg") })
      #expect(turned.contains(#""width":480,"height":640,"orientation":6"#))
      let summary = try ProgramRun(
        [TestedProgram.path, "decode", "--summary"] + photos,
        environment: TestedProgram.environment(home: home.path))
      #expect(summary.outputText.split(separator: "\n").count == 2)
      #expect(summary.outputText.contains("JPEG             24          0        0 "))
    }

    @Test func `wrong usage of decode exits with 64 and an error message`() throws {
      for arguments in [["decode"], ["decode", "--summary", "--json", "a"]] {
        let run = try ProgramRun(
          [TestedProgram.path] + arguments,
          environment: TestedProgram.environment(home: home.path))
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty && run.errorText.hasPrefix("Error: "))
      }
    }

    @Test func `the doctor finds every part of the sandbox enforced`() throws {
      let run = try run("doctor")
      for part in ["resource limits", "no new privileges", "Landlock", "seccomp"] {
        #expect(run.outputText.contains("  ok  \(part)"))
      }
      #expect(run.exitCode == 0)
      let json = try self.run("doctor", "--json")
      #expect(json.outputText.hasPrefix(#"{"healthy":true,"terminal":["#))
    }
  }
}
