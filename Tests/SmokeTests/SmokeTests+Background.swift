import Glibc
import Imaging
import PictureSamples
import TestSupport
import Testing

extension SmokeTests {
  /// Transparent images are mixed with the terminal's background.
  @TerminalThread struct Background {
    /// A session with a half transparent image of one colour.
    private func session() throws -> ShellSession {
      let session = try ShellSession()
      let size = PixelSize(width: 640, height: 480)
      let pixels = (0..<size.area).flatMap { _ in [255, 255, 255, 128] as [UInt8] }
      session.home.folder("album")
      _ = session.home.write(SamplePNG(size: size, bytes: pixels).encoded(), as: "album/glass.png")
      return session
    }

    private func waitForGlass(_ session: ShellSession, red: Int, green: Int, blue: Int) throws {
      let color = CellColor.exact(red: red, green: green, blue: blue)
      try session.wait(for: "the mixed colour") { _ in
        let cells = try session.styled.exactCells
        return cells.count > 50
          && cells.allSatisfy { $0.background == color || $0.foreground == color }
      }
    }

    @Test
    func `transparent images are mixed with the terminal's reported background, also after fg`()
      throws
    {
      let session = try session()
      try session.command("set-option", "-g", "window-style", "bg=#2040ff")
      try session.launch("photocell album")
      try waitForGlass(session, red: 144, green: 160, blue: 255)
      try session.command("set-option", "-g", "window-style", "bg=#ffffff")
      try session.press("C-z")
      try session.untilPrompt()
      try session.launch("fg")
      try waitForGlass(session, red: 255, green: 255, blue: 255)
      try session.press("q")
      let shell = try session.untilPrompt()
      #expect(!shell.lines.contains { $0.contains("rgb:") || $0.contains(";2c") })
    }

    @Test func `transparent images are mixed with the background of COLORFGBG, or else with black`()
      throws
    {
      let session = try session()
      try session.launch("COLORFGBG='0;15' photocell album")
      try waitForGlass(session, red: 255, green: 255, blue: 255)
      try session.press("q")
      try session.untilPrompt()
      try session.launch("photocell album")
      try waitForGlass(session, red: 128, green: 128, blue: 128)
    }
  }
}
