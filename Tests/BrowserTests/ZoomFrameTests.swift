import Base
import Browser
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

/// A zoomed photo of 40 by 30 pixels, as drawn on the screen; a character is 8 by 16 pixels.
@MainActor
@Suite("The screen of a zoomed photo")
struct ZoomFrameTests {
  private func stage(_ keys: KeyScript) async -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 60, rows: 24)
    stage.type("<Enter>")
    await stage.settle()
    for key in keys.keys {
      stage.browser.handle(.terminal(.key(key)))
      await stage.settle()
    }
    return stage
  }

  private func corner(of stage: BrowserStage) -> [String] {
    stage.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(16).prefix(7)
      .map { String($0.dropFirst(44)) }
  }

  @Test(
    arguments: [
      ("", "100 %"), ("z", "100 %"), ("+", "150 %"), ("3+", "300 %"), ("-", "67 %"), ("99-", "6 %"),
      ("99+", "3200 %"), ("W", "1227 %"), ("WW", "1200 %"), ("WWW", "1227 %"), ("+=", "100 %"),
      ("9+w", "100 %"), (">", "100 %, rotated"), (">>>>", "100 %"), ("||", "100 %"),
      ("|", "100 %, rotated"),
      ("_", "100 %, rotated"), ("99+n", "3200 %"), ("99+Zn", "100 %"),
    ] as [(KeyScript, String)])
  func `zoom and rotation keys show the zoom factor`(keys: KeyScript, words: String) async {
    let stage = await stage(keys)
    #expect(stage.browser.layers.status.facts.contains(DisplayText(words)))
  }

  @Test(
    arguments: [
      (
        "99+",
        """
        a╭────────────╮
        a│············│
         │···      ···│
         │···      ···│
         │···      ···│
         │············│
         ╰────────────╯
        """
      ),
      (
        "99+9h9k",
        """
        a╭────────────╮a
        a│     ·······│a
        a│     ·······│a
        a│············│a
        a│············│a
        a│············│a
         ╰────────────╯
        """
      ),
    ] as [(KeyScript, String)])
  func `the navigator shows position and size of the view`(keys: KeyScript, frame: String) async {
    let shown = corner(of: await stage(keys)).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    #expect(shown.joined(separator: "\n") == frame)
  }

  @Test func `no navigator is drawn if the whole photo is visible`() async {
    #expect(!(await stage("9+w").text.contains("╭")))
  }
}
