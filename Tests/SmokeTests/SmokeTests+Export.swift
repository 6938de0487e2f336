import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Export {
    @Test func `the marked photos are exported as configured, and u takes the copies back`() throws
    {
      let session = try ShellSession()
      for folder in [".config", ".config/photocell"] { session.home.folder(folder) }
      _ = session.home.write(
        Array("export-long-side = 100\nexport-format = \"webp\"\n".utf8),
        as: ".config/photocell/config.toml")
      try session.launch("photocell photos")
      try session.wait(for: "the grid at rest") { $0.isAtRest && $0.status.hasPrefix("1/24") }
      try session.press("m", "l", "m", ":")
      try session.send("export web")
      try session.press("Enter")
      try session.wait(for: "the question") { $0.shows("~/web does not exist") }
      try session.press("y", "Enter")
      try session.wait(for: "the copies") { screen in
        screen.status.contains("2 photos exported to ~/web, at most 100 pixels, with position")
          || session.home.names(in: "web").count == 2
      }
      #expect(
        session.home.names(in: "web").sorted()
          == ["photo-1-alpine-lake.webp", "photo-2-summer-storm.webp"])
      try session.press("u")
      try session.wait(for: "an empty folder") { _ in session.home.names(in: "web").isEmpty }
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }
  }
}
