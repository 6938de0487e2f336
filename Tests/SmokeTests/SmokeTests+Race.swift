import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Race {
    @Test func `the JSON report needs no terminal and exits with 0 as it proves the fix`() throws {
      let run = try run("--report", "--json", "--seed", "3")
      #expect(run.exitCode == 0)
      #expect(run.outputText.hasPrefix(#"{"seed":3,"latency":"50ms..800ms","left":{"requests":"#))
      #expect(run.outputText.contains(#""late_shown":0,"#))
    }

    @Test func `a report without late responses exits with 1`() throws {
      let run = try run("--report", "--latency", "0ms..0ms")
      #expect(run.exitCode == 1)
      #expect(run.outputText.contains("late answers shown"))
    }

    @Test func `options of the demo without --demo-race are wrong usage`() throws {
      let home = TemporaryFolder()
      let run = try ProgramRun(
        [TestedProgram.path, "--seed", "3"],
        environment: TestedProgram.environment(home: home.path))
      #expect(run.exitCode == 64)
      #expect(run.errorText.contains("--demo-race"))
    }

    @Test func `a stale response is shown on the left only, until f switches the check off`() throws
    {
      let session = try ShellSession(columns: 80, rows: 24)
      try session.launch("photocell --demo-race")
      try session.wait(for: "opening card") { $0.shows("Press any key") }
      try session.press("x")
      let wrong = try session.wait(for: "a wrong cell") { $0.shows("wants 07, shows 03") }
      #expect(wrong.shows("checks whose answer it is"))
      #expect(wrong.shows("right drops it"))
      #expect(!wrong.lines.contains { $0.dropFirst(40).contains("shows 03") })
      try session.press("f")
      try session.wait(for: "a wrong cell on the right") { text in
        text.lines.contains { $0.dropFirst(40).contains("wants 07, shows 03") }
      }
      try session.press("C-c")
      try session.untilPrompt()
      #expect(try session.exitCode() == 130)
    }

    @Test func `the demo sends its photos in pixels to kitty and frees them on quitting`() throws {
      let terminal = try PlayedTerminal(
        "--demo-race", hasPhotos: false,
        variables: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      try terminal.wait(for: "\u{1B}[c")
      terminal.send(
        "\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62;c")
      terminal.send("x")
      try terminal.wait(for: "what happened")
      terminal.send("q")
      terminal.waitForEnd()
      let sent = terminal.output.matches(of: /\e_Ga=T,U=1,p=1,c=\d+,r=\d+,i=(\d+)/)
        .map { String($0.1) }
      let freed = terminal.output.matches(of: /\e_Ga=d,d=I,i=(\d+),q=2\e\\/).map { String($0.1) }
      #expect(!sent.isEmpty && Set(sent) == Set(freed))
    }

    private func run(_ options: String...) throws -> ProgramRun {
      let home = TemporaryFolder()
      return try ProgramRun(
        [TestedProgram.path, "--demo-race"] + options,
        environment: TestedProgram.environment(home: home.path))
    }
  }
}
