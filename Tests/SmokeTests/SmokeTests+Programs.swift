import Glibc
import Testing

extension SmokeTests {
  @TerminalThread struct Programs {
    private static let question = "press any key to return"

    @Test func `a shell command runs on the terminal, and a key returns to the grid`() throws {
      let session = try ShellSession.browsing()
      try session.send("!echo on screen: %n")
      try session.press("Enter")
      try session.wait(for: "the output") {
        $0.written.last == Self.question && $0.written.contains { $0.hasPrefix("on screen: ") }
      }
      try session.press("x")
      try session.wait(for: "the grid") { $0.isAtRest }
      try session.press("l")
      try session.wait(forStatus: "2/24")
    }

    @Test func `Ctrl-C ends the started program and nothing else`() throws {
      let session = try ShellSession.browsing()
      try session.send("!echo begun; sleep 100")
      try session.press("Enter")
      try session.wait(for: "the program") { $0.written.last == "begun" }
      try session.press("C-c")
      try session.wait(for: "its end") {
        $0.written.last == "ended by signal 2, interrupt; \(Self.question)"
      }
      try session.press("Enter")
      try session.wait(forStatus: "1/24")
    }

    @Test func `Ctrl-Z stops photocell and the started program, and fg continues both`() throws {
      let session = try ShellSession()
      let before = try session.launch("photocell photos")
      try session.wait(for: "the grid at rest") { $0.isAtRest }
      try session.send("!stty -echo; echo begun; read line; echo got $line; stty echo")
      try session.press("Enter")
      try session.wait(for: "the program") { $0.written.last == "begun" }
      let modesOfProgram = try session.state.lineModes
      #expect(modesOfProgram != before.lineModes)
      try session.press("C-z")
      try session.untilPrompt()
      #expect(try session.state.lineModes == before.lineModes)
      try session.launch("fg")
      // Text typed before the program has its terminal back is echoed in the modes of another.
      try session.wait(for: "the modes of the program") { _ in
        try session.state.lineModes == modesOfProgram
      }
      try session.send("text")
      try session.press("Enter")
      try session.wait(for: "what it has read") {
        $0.written.last == Self.question && $0.written.contains("got text")
      }
      try session.press("Enter")
      try session.wait(forStatus: "1/24")
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
      #expect(try session.state.lineModes == before.lineModes)
    }

    @Test func `R renames the marked photos in an editor, and u undoes it`() throws {
      let session = try ShellSession()
      for name in ["a", "b"] {
        try session.launch("cp photos/$(ls photos | head -1) \(name).jpg")
        try session.untilPrompt()
      }
      try session.launch("EDITOR='sed -i s/^/new-/' photocell a.jpg b.jpg")
      try session.wait(forStatus: "1/2")
      try session.press("C-a", "R")
      try session.wait(for: "the sentence") { $0.status.contains("2 photos renamed – u to undo") }
      try session.press("u")
      try session.wait(for: "the sentence") {
        $0.status.contains("Rename of 2 photos undone")
      }
    }

    @Test func `SIGKILL while a started program has the terminal restores it for the shell`() throws
    {
      let session = try ShellSession()
      let (process, before) = try session.browseByProcess()
      try session.send("!echo begun; sleep 3")
      try session.press("Enter")
      try session.wait(for: "the program") { $0.written.last == "begun" }
      kill(process, SIGKILL)
      try session.wait(for: "the prompt") {
        $0.written.last?.hasSuffix(ShellSession.prompt) == true
      }
      try session.press("Enter")
      try session.untilPrompt()
      #expect(try session.state.modes == before.modes)
      #expect(try session.state.lineModes == before.lineModes)
    }
  }
}
