import TestSupport
import Testing

extension SmokeTests {
  /// Keys that arrive faster than a person types, as from a script or a stuck key.
  @TerminalThread struct ManyKeys {
    @Test func `16,000 keys at once are handled in order with less than 150 MB of memory`() throws {
      let session = try ShellSession(columns: 120, rows: 40)
      let (process, _) = try session.browseByProcess()
      for _ in 0..<16 { try session.send(String(repeating: "jkjl", count: 250)) }
      try session.send("ggl")
      try session.wait(forStatus: "2/24  photo-2-summer-storm.jpg")
      let status = try ProgramRun(
        ["grep", "VmHWM", "/proc/\(process)/status"], environment: ["PATH=/usr/bin:/bin"])
      let kilobytes = status.outputText.split(separator: " ").compactMap { Int($0) }.first
      #expect(kilobytes.map { $0 < 150_000 } == true)
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }
  }
}
