import Glibc
import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Trash {
    @Test func `a trashed photo is looked at and restored with its sidecar`() throws {
      let session = try ShellSession()
      session.home.folder("shown")
      for (name, photo) in zip(["a", "b", "c"], TestedProgram.photoNames) {
        let bytes = session.home.bytes(of: "photos/\(photo)")
        _ = session.home.write(bytes, as: "shown/\(name).jpg")
      }
      _ = session.home.write(Array("<x/>".utf8), as: "shown/b.jpg.xmp")
      try session.launch("photocell shown")
      try session.wait(for: "the photos") { $0.isAtRest && $0.status.hasPrefix("1/3  a.jpg") }
      try session.press("l", "D")
      try session.wait(for: "what is left") { $0.status.hasPrefix("2/2  ✓ b.jpg trashed") }
      #expect(session.home.names(in: "shown") == ["a.jpg", "c.jpg"])
      try session.press(":")
      try session.send("trash")
      try session.press("Enter")
      try session.wait(for: "the trash") {
        $0.isAtRest && $0.status.hasPrefix("1/1  ~/shown/b.jpg  deleted 2") && $0.shows("P restore")
      }
      try session.press("P")
      try session.wait(for: "an empty trash") {
        $0.shows("No photos in the trash.") && $0.status.contains("b.jpg restored to ~/shown")
      }
      #expect(session.home.names(in: "shown") == ["a.jpg", "b.jpg", "b.jpg.xmp", "c.jpg"])
      #expect(session.home.names(in: ".local/share/Trash/info").isEmpty)
      try session.press("q")
      try session.wait(for: "the folder") { $0.isAtRest && $0.shows("b.jpg") && $0.shows("c.jpg") }
      try session.press("u")
      try session.wait(for: "the way back") { $0.status.contains("b.jpg moved back to the trash") }
      #expect(session.home.names(in: "shown") == ["a.jpg", "c.jpg"])
      try session.press("q")
      try session.untilPrompt()
    }
  }
}
