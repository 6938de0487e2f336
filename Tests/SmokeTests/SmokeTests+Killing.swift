import Glibc
import TestSupport
import Testing

extension SmokeTests {
  /// `SIGKILL`, which the program does not see, and the process that gives the terminal back for it.
  @TerminalThread struct Killing {
    /// The name of that process in its arguments.
    private nonisolated static let watchdog = "terminal-watchdog"

    /// One shell that leaves the modes of the terminal as they are, and one that edits lines.
    @Test(arguments: ["sh -i", "bash --norc --noprofile -i"])
    func `SIGKILL leaves the terminal as it was`(shell: String) throws {
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

    @Test func `SIGKILL leaves the terminal as it was to a script that goes on`() throws {
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

    /// The program is stopped, so that it does not read them; a script's shell goes on waiting for it.
    @Test func `after SIGKILL nobody reads what was meant for the program`() throws {
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

    @Test func `SIGKILL after Ctrl-Z and fg leaves the terminal as it was`() throws {
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

    /// Nobody leaves the alternate screen before `SIGSTOP`, on which the first prompt is not seen.
    @Test(arguments: [(SIGTSTP, 2), (SIGSTOP, 1)])
    func `SIGKILL while the shell has the terminal writes nothing`(
      signal: Int32, promptCount: Int
    ) throws {
      let session = try ShellSession()
      let (process, _) = try session.browseByProcess()
      let watchdog = try waitForWatchdog(of: process)
      kill(process, signal)
      try session.wait(for: "the shell") { screen in
        // It may be broken between two lines.
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
    func `after a usual end no process is left, not even one that was stopped`(
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
    func `after another signal no process is left`(signal: Int32) throws {
      let session = try ShellSession()
      let (process, before) = try session.browseByProcess()
      let watchdog = try waitForWatchdog(of: process)
      kill(process, signal)
      try session.untilPrompt()
      try session.expectBack(before)
      #expect(!endsLate(watchdog))
    }

    @Test func `when the terminal goes no process is left`() throws {
      let session = try ShellSession()
      let (process, _) = try session.browseByProcess()
      let watchdog = try waitForWatchdog(of: process)
      try session.killSession()
      #expect(!endsLate(process))
      #expect(!endsLate(watchdog))
    }

    @Test func `without the process that would help everything else goes on`() throws {
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

    /// Waits until everything is as it was.
    ///
    /// On a busy machine a shell may be quicker, and its prompt on the screen that is gone. Who asks for
    /// another one before the shell has come so far gets two in one line.
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
