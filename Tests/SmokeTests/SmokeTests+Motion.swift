import PictureSamples
import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Motion {
    @Test
    func `an animated photo plays by itself, and keys stop it, step through it and speed it up`()
      throws
    {
      let session = try ShellSession()
      let photo = SampleMotion.patches([.keep, .clear, .keep, .keep], isBlended: true)
      session.home.folder("album")
      _ = session.home.write(photo.gif(), as: "album/a.gif")
      try session.launch("photocell album")
      // Their number is known once the animation has been played.
      try session.wait(for: "all four frames") { Self.frame(on: $0) != nil }
      try session.press("Space")
      let stopped = try session.wait(for: "a frame that stays") { $0.status.contains("· stopped") }
      let first = try #require(Self.frame(on: stopped))
      for (key, step) in [(".", 1), (".", 2), (",", 1), (",", 0)] {
        try session.press(key)
        try session.wait(for: "the frame \(step) on") {
          Self.frame(on: $0) == (first - 1 + step) % 4 + 1
        }
      }
      try session.press("]", "Space")
      try session.wait(for: "twice the speed") {
        $0.status.contains(" · 2x  ") && !$0.status.contains("stopped")
      }
      try session.press("q")
      try session.untilPrompt()
    }

    /// The number of the frame, of four, that the status line shows.
    private static func frame(on screen: PaneText) -> Int? {
      (1...4).first { screen.status.contains("  frame \($0)/4") }
    }
  }
}
