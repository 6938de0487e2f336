import TestSupport
import Testing

extension CommandTests {
  @CommandThread struct Refusing {
    @Test func `without a controlling terminal one line names photocell sheet`() throws {
      try expectRefusal(
        of: "setsid -w photocell photos </dev/null", naming: "'photocell sheet'", exitCode: 1)
    }

    @Test(arguments: [
      ("TERM=", "TERM is not set"), ("env -u TERM", "TERM"), ("TERM=dumb", "dumb"),
    ])
    func `an unusable TERM is reported in one line`(prefix: String, word: String) throws {
      try expectRefusal(of: "\(prefix) photocell photos", naming: word, exitCode: 1)
    }

    @Test func `a missing path is reported in one line`() throws {
      try expectRefusal(of: "photocell nowhere", naming: "nowhere: no such file", exitCode: 2)
    }

    @Test(arguments: ["/etc/passwd", "/etc"])
    func `what is no image cannot be compared`(path: String) throws {
      try expectRefusal(
        of: "photocell compare photos/\(TestedProgram.photoNames[0]) \(path)",
        naming: "\(path): not an image", exitCode: 2)
    }

    @Test(arguments: ["preview", "info", "decode --info"])
    func `a closed standard output is reported`(command: String) throws {
      let run = try ProgramRun(
        [
          "sh", "-c",
          "exec photocell \(command) \(TestedProgram.photos)/\(TestedProgram.photoNames[0]) >&-",
        ], environment: TestedProgram.environment(home: TemporaryFolder().path))
      #expect(run.exitCode == 74 && run.errorText.contains("standard output: "))
    }

    @Test func `without any terminal only one line is printed, to standard error`() throws {
      let home = TemporaryFolder()
      let run = try ProgramRun(
        [TestedProgram.path, TestedProgram.photos],
        environment: TestedProgram.environment(home: home.path))
      #expect(run.exitCode == 1)
      #expect(run.output.isEmpty)
      #expect(run.errorText.split(separator: "\n").count == 1)
      #expect(run.errorText.contains("photocell sheet"))
    }

    /// Expects one line below the command, and the terminal untouched.
    private func expectRefusal(of line: String, naming word: String, exitCode: Int) throws {
      let session = try ShellSession(columns: 200, rows: 50)
      let before = try session.launch(line)
      try session.untilPrompt()
      let after = try session.state
      #expect(after.written.count == before.written.count + 2)
      #expect(after.written.starts(with: before.written))
      let message = after.written.dropLast().last ?? ""
      #expect(message.hasPrefix("photocell: ") && message.contains(word))
      #expect(after.modes == before.modes && after.lineModes == before.lineModes)
      #expect(try session.exitCode() == exitCode)
    }
  }
}
