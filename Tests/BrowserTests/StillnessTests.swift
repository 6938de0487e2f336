import Browser
import Photos
import TestSupport
import Testing

/// Without motion nothing changes on the screen by itself.
@MainActor
@Suite("Without motion", .timeLimit(.minutes(30)))
struct StillnessTests {
  private func stage(_ names: [String] = ["a.jpg", "b.gif"]) -> BrowserStage {
    let stage = BrowserStage(
      names, columns: 100, rows: 24, viewing: ViewerSettings(allowsMotion: false))
    stage.loader.move("b.gif", ScriptedFrames(100, 100, 100))
    return stage
  }

  @Test func `an animation is stopped until a key plays it`() async {
    let stage = stage()
    stage.type("l<Enter>")
    await stage.settle()
    #expect(stage.text.contains("frame 1 · stopped"))
    #expect(stage.loader.motionCount == 0 && stage.clock.sleeperCount == 0)
    stage.type(" ")
    await settleMainActor(until: { stage.text.contains("0000") })
    #expect(stage.loader.motionCount == 1)
  }

  @Test func `s starts no slideshow and shows the key for the next photo`() async {
    let stage = stage()
    stage.type("<Enter>s")
    #expect(stage.statusLine.contains("n for the next photo"))
    #expect(stage.browser.layers.wakeInterval == nil)
    #expect(!ViewerSettings(slideshow: .seconds(5), allowsMotion: false).beginsWithSlideshow)
  }

  @Test func `a message stays until the next key`() {
    let stage = stage()
    stage.type("z")
    #expect(stage.statusLine.contains("z does nothing here"))
    #expect(stage.browser.layers.wakeInterval == nil)
    stage.clock.advance(by: .seconds(60))
    stage.browser.handle(.wake)
    #expect(stage.statusLine.contains("z does nothing here"))
    stage.type("l")
    #expect(!stage.statusLine.contains("z does nothing here"))
  }

  @Test func `the cache panel does not update by itself`() {
    let stage = stage()
    stage.type("C")
    #expect(stage.browser.layers.wakeInterval == nil)
  }

  @Test func `loading is shown without numbers`() async {
    let stage = stage()
    let line = stage.text.split(separator: "\n").last ?? ""
    #expect(line.hasSuffix("  loading") && !line.contains("0/2"), "\(line)")
    await stage.settle()
    #expect(!stage.text.contains("loading"))
  }
}
