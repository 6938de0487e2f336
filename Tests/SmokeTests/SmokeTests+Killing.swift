import Glibc
import TestSupport
import Testing

extension SmokeTests {
  /// `SIGKILL`, which the program cannot handle, and the process that restores the terminal for it.
  @TerminalThread struct Killing {
    /// The name of that process in its arguments.
    private nonisolated static let watchdog = "terminal-watchdog"

    /// One shell that leaves the modes of the terminal as they are, and one that edits lines.
    @Test(arguments: ["sh -i", "bash --norc --noprofile -i"])
    func `after SIGKILL the terminal is restored and the watchdog ends`(shell: String) throws {
      let session = try ShellSession()
      try session.launch("exec \(shell)")
      try session.untilPrompt()
      let (process, before) = try session.browseByProcess()
      let during = try session.state
      let watchdog = try waitForWatchdog(of: process)
      #expect(during.modes != before.modes)
      kill(process, SIGKILL)
      try expectBack(before, in: session)
      #expect(!endsLate(watchdog))
      try session.paste("echo pasted")
      try session.wait(for: "a plain paste") { $0.written.last == "smoke$ echo pasted" }
    }

    @Test func `after SIGKILL the terminal is restored for a script that continues`() throws {
      let session = try ShellSession()
      let script = "sh -c 'echo $$ >pid; exec photocell photos'\necho went on\n"
      _ = session.home.write(Array(script.utf8), as: "script")
      let before = try session.launch("sh script")
      try session.wait(for: "the grid at rest") { $0.isAtRest }
      let process = try session.process()
      _ = try waitForWatchdog(of: process)
      kill(process, SIGKILL)
      try expectBack(before, in: session)
    }

    /// The program is stopped so that it does not read the keys; the script's shell still waits for it.
    @Test func `after SIGKILL keys that were typed for the program are discarded`() throws {
      let session = try ShellSession()
      let script = """
        sh -c 'echo $$ >pid; exec photocell photos'
        IFS= read -r line
        echo "read: $line"

        """
      _ = session.home.write(Array(script.utf8), as: "script")
      try session.launch("sh script")
      try session.wait(for: "the grid at rest") { $0.isAtRest }
      let process = try session.process()
      _ = try waitForWatchdog(of: process)
      let during = try session.state
      kill(process, SIGSTOP)
      try session.press("l", "l", "l")
      kill(process, SIGKILL)
      try session.wait(for: "other modes") { _ in try session.state.modes != during.modes }
      try session.press("o", "k", "Enter")
      try session.wait(for: "what was read") { $0.written.contains { $0.hasPrefix("read: ") } }
      #expect(try session.state.written.contains("read: ok"))
    }

    @Test func `after Ctrl-Z, fg and SIGKILL the terminal is restored and the watchdog ends`()
      throws
    {
      let session = try ShellSession()
      let (process, before) = try session.browseByProcess()
      let watchdog = try waitForWatchdog(of: process)
      try session.press("C-z")
      try session.untilPrompt()
      try session.launch("fg")
      try session.wait(for: "the grid at rest") { $0.isAtRest }
      kill(process, SIGKILL)
      try expectBack(before, in: session)
      #expect(!endsLate(watchdog))
    }

    /// Before `SIGSTOP` the alternate screen is not left, on which the first prompt is not visible.
    @Test(arguments: [(SIGTSTP, 2), (SIGSTOP, 1)])
    func `SIGKILL of a stopped program changes nothing on the shell's terminal`(
      signal: Int32, promptCount: Int
    ) throws {
      let session = try ShellSession()
      let (process, _) = try session.browseByProcess()
      let watchdog = try waitForWatchdog(of: process)
      kill(process, signal)
      try session.wait(for: "the shell") { screen in
        // The prompt may be broken between two lines.
        let prompts = screen.lines.joined().ranges(of: ShellSession.prompt)
        return screen.shows("Stopped") && prompts.count == promptCount
      }
      let stopped = try session.state
      kill(process, SIGKILL)
      #expect(!endsLate(watchdog))
      let after = try session.state
      #expect(after.modes == stopped.modes)
      #expect(after.lineModes == stopped.lineModes)
      #expect(after.written == stopped.written)
    }

    @Test(arguments: [false, true])
    func `quitting ends the watchdog, even a stopped one`(
      isStopped: Bool
    ) throws {
      let session = try ShellSession()
      let (process, before) = try session.browseByProcess()
      let watchdog = try waitForWatchdog(of: process)
      if isStopped { kill(watchdog, SIGSTOP) }
      try session.press("q")
      try session.untilPrompt()
      #expect(!ProcessTable.isRunning(watchdog))
      try session.expectBack(before)
      #expect(try session.exitCode() == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGSEGV])
    func `SIGINT, SIGTERM, SIGHUP and SIGSEGV end the watchdog too`(signal: Int32) throws {
      let session = try ShellSession()
      let (process, before) = try session.browseByProcess()
      let watchdog = try waitForWatchdog(of: process)
      kill(process, signal)
      try session.untilPrompt()
      try session.expectBack(before)
      #expect(!endsLate(watchdog))
    }

    @Test func `closing the terminal ends the program and the watchdog`() throws {
      let session = try ShellSession()
      let (process, _) = try session.browseByProcess()
      let watchdog = try waitForWatchdog(of: process)
      try session.killSession()
      #expect(!endsLate(process))
      #expect(!endsLate(watchdog))
    }

    @Test func `without its watchdog the program works, stops, continues and quits as usual`()
      throws
    {
      let session = try ShellSession()
      let (process, before) = try session.browseByProcess()
      kill(try waitForWatchdog(of: process), SIGKILL)
      try session.press("l")
      try session.wait(forStatus: "2/24")
      try session.press("C-z")
      try session.untilPrompt()
      try session.launch("fg")
      try session.wait(forStatus: "2/24")
      try session.press("q")
      try session.untilPrompt()
      try session.expectBack(before)
      #expect(try session.exitCode() == 0)
    }

    /// Waits until the terminal is restored.
    ///
    /// On a busy machine the shell may write its prompt earlier, on the screen that is then left. Another
    /// prompt that is requested before the shell is ready would be in the same line.
    private func expectBack(_ before: TerminalState, in session: ShellSession) throws {
      try session.wait(for: "the modes as they were") { _ in
        let state = try session.state
        return state.modes == before.modes && state.lineModes == before.lineModes
      }
      let deadline = Deadline(after: .seconds(3))
      repeat {
        if try session.text.written.last == ShellSession.prompt {
          return try session.expectBack(before)
        }
      } while deadline.allowsAnotherLook()
      try session.press("Enter")
      try session.untilPrompt()
      try session.expectBack(before)
    }

    private func waitForWatchdog(of process: pid_t) throws -> pid_t {
      let deadline = Deadline(after: .seconds(20))
      repeat {
        if let child = try ProcessTable.child(of: process, named: Self.watchdog) { return child }
      } while deadline.allowsAnotherLook()
      return try #require(nil as pid_t?, "no watchdog")
    }

    /// Whether a process is still there after twenty seconds.
    private func endsLate(_ process: pid_t) -> Bool {
      let deadline = Deadline(after: .seconds(20))
      while ProcessTable.isRunning(process), deadline.allowsAnotherLook() {}
      return ProcessTable.isRunning(process)
    }
  }
}
