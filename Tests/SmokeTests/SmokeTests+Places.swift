import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Places {
    @Test func `the photo selected last is selected at the next start, unless one is named`()
      throws
    {
      let session = try ShellSession.browsing()
      try session.press("j", "l")
      let photo = "6/24  photo-6-red-mesas.jpg"
      try session.wait(forStatus: photo)
      try session.press("q")
      try session.untilPrompt()
      #expect(session.home.names(in: ".local/state/photocell").contains("places"))
      for line in ["photocell photos", "cd photos && photocell; cd .."] {
        try session.launch(line)
        try session.wait(for: "the same photo") { $0.isAtRest && $0.status.hasPrefix(photo) }
        try session.press("q")
        try session.untilPrompt()
      }
      try session.launch("photocell --private photos")
      try session.wait(for: "the first photo") { $0.isAtRest && $0.status.hasPrefix("1/24") }
      try session.press("G")
      try session.wait(forStatus: "24/24")
      try session.press("q")
      try session.untilPrompt()
      try session.launch("photocell photos/photo-2-summer-storm.jpg")
      try session.wait(for: "the named photo") { $0.isAtRest && $0.status.hasPrefix("2/24") }
      try session.press("q")
      try session.untilPrompt()
      try session.launch("photocell photos")
      try session.wait(for: "that photo") { $0.isAtRest && $0.status.hasPrefix("2/24") }
    }
  }
}
