import Glibc
import Testing

extension SmokeTests {
  @TerminalThread struct Ending {
    @Test(arguments: [
      (["q"], 0), (["C-c"], 130), (["Enter", "?", "Escape", "q", "q"], 0),
    ])
    func `quitting restores the terminal and exits with the key's code`(
      keys: [String], exitCode: Int
    ) throws {
      let session = try ShellSession()
      try session.launch("echo earlier text")
      try session.untilPrompt()
      let before = try session.launch("photocell photos")
      try session.wait(for: "the grid at rest") { $0.isAtRest }
      let during = try session.state
      #expect(during.modes != before.modes)
      #expect(during.lineModes != before.lineModes)
      for key in keys { try session.press(key) }
      try session.untilPrompt()
      try session.expectBack(before, furtherLines: 1)
      #expect(try session.exitCode() == exitCode)
      try session.paste("echo pasted")
      try session.wait(for: "a plain paste") { $0.written.last == "smoke$ echo pasted" }
    }

    /// All signals that end a program except SIGKILL, with the first and the last real-time signal and
    /// without those that this program ignores.
    private nonisolated static let deadly = [
      SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGSYS,
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT,
      __libc_current_sigrtmin(), __libc_current_sigrtmax(),
    ]

    @Test(arguments: deadly)
    func `a signal ends the program with its own exit code and the terminal is restored`(
      signal: Int32
    ) throws {
      let session = try ShellSession()
      let (process, before) = try session.browseByProcess()
      kill(process, signal)
      try session.untilPrompt()
      try session.expectBack(before)
      #expect(try session.exitCode() == Int(128 + signal))
    }

    @Test(arguments: [SIGHUP, SIGUSR1, SIGALRM, SIGPROF])
    func `a signal that was ignored at the start stays ignored`(signal: Int32) throws {
      let session = try ShellSession()
      let (process, before) = try session.browseByProcess(afterwards: "trap \"\" \(signal); ")
      kill(process, signal)
      try session.press("l")
      try session.wait(forStatus: "2/24")
      try session.press("q")
      try session.untilPrompt()
      try session.expectBack(before)
      #expect(try session.exitCode() == 0)
    }

    @Test func `Ctrl-Z restores the terminal, and fg shows the same screen again`() throws {
      let session = try ShellSession()
      let before = try session.launch("photocell photos")
      try session.wait(for: "the grid at rest") { $0.isAtRest }
      try session.press("l")
      try session.wait(forStatus: "2/24  photo-2-summer-storm.jpg  636x424")
      let (sheet, during) = (try ContactSheet(width: 80), try session.state)
      try session.wait(for: sheet)
      try session.press("C-z")
      try session.untilPrompt()
      try session.expectBack(before)
      try session.launch("fg")
      try session.wait(for: sheet)
      try session.wait(forStatus: "2/24  photo-2-summer-storm.jpg  636x424")
      let again = try session.state
      #expect(again.modes == during.modes)
      #expect(again.lineModes == during.lineModes)
      try session.press("Right")
      try session.wait(forStatus: "3/24")
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    @Test(arguments: ["", "trap \"\" HUP; "])
    func `the program ends when its terminal is closed`(options: String) throws {
      let session = try ShellSession()
      let (process, _) = try session.browseByProcess(afterwards: options)
      #expect(ProcessTable.isRunning(process))
      try session.killSession()
      let deadline = Deadline(after: .seconds(20))
      while ProcessTable.isRunning(process), deadline.allowsAnotherLook() {}
      #expect(!ProcessTable.isRunning(process))
    }
  }
}
