import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Configuration {
    @Test
    func `a bound key works beside a reported error, and reloading replaces the bindings`() throws {
      let session = try ShellSession()
      session.home.folder(".config")
      session.home.folder(".config/photocell")
      Self.write(
        "srot = \"name\"\n[keys.grid]\n\"T\" = [\"last\", \"mark\"]\n", session)
      try session.launch("photocell photos")
      try session.wait(for: "the problem") {
        $0.status.contains("config.toml:1:1: expected a setting such as “sort”")
      }
      try session.press("T")
      try session.wait(for: "the mark") { $0.status.contains("1 marked") }
      Self.write("[keys.grid]\n\"U\" = \"clear-marks\"\n", session)
      try Self.reload(session)
      try session.press("U")
      try session.wait(for: "no marks") { !$0.status.contains("marked") }
      try session.press("T")
      try session.wait(for: "that the key is unknown") { $0.status.contains("T does nothing here") }
      try session.press("q")
      try session.untilPrompt()
    }

    @Test func `a reloaded file overrides neither the command line nor an order chosen by keys`()
      throws
    {
      let session = try ShellSession()
      session.home.folder(".config")
      session.home.folder(".config/photocell")
      Self.write("sort = \"given\"\n", session)
      try session.launch("photocell --sort name --reverse photos")
      try session.wait(for: "the last name first") {
        $0.isAtRest && $0.status.contains("by name, reversed")
      }
      Self.write("sort = \"size\"\nreverse = false\ncaption = \"none\"\n", session)
      try Self.reload(session)
      try session.press("l")
      let screen = try session.wait(for: "next photo") { $0.status.contains("2/") }
      #expect(screen.status.contains("by name, reversed"))
      try session.press("o", "S")
      try session.wait(for: "sizes") { $0.status.contains("largest first") }
      try Self.reload(session)
      try session.press("l")
      try session.wait(for: "the same order") { $0.status.contains("largest first") }
      try session.press("q")
      try session.untilPrompt()
    }

    private static func reload(_ session: ShellSession) throws {
      try session.press(":")
      try session.wait(for: "command line") { screen in
        screen.lines.contains { $0.hasPrefix(" :") && $0.contains("Enter run") }
      }
      for key in ["c", "o", "n", "f", "i", "g", "-", "r", "e", "l", "o", "a", "d", "Enter"] {
        try session.press(key)
      }
      try session.wait(for: "what came of it") { $0.status.contains("Reloaded keys") }
    }

    private static func write(_ text: String, _ session: ShellSession) {
      _ = session.home.write(Array(text.utf8), as: ".config/photocell/config.toml")
    }
  }
}
