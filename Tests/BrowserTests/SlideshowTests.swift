import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

@MainActor
@Suite("The slideshow", .timeLimit(.minutes(30)))
struct SlideshowTests {
  private let names = ["a.jpg", "b.jpg", "c.jpg"]

  /// A viewer on a screen of 60 by 8 whose photo has been loaded.
  private func stage(_ keys: KeyScript, isComplete: Bool = true) async -> BrowserStage {
    let stage = BrowserStage(names, columns: 60, rows: 8, isComplete: isComplete)
    stage.type("<Enter>")
    await stage.settle()
    stage.type(keys)
    stage.browser.show()
    return stage
  }

  /// Advances the time, and wakes the browser if its interval has ended.
  private func wait(_ duration: Duration, _ stage: BrowserStage) {
    let isDue = stage.browser.layers.wakeInterval.map { $0 <= duration } ?? false
    stage.clock.advance(by: duration)
    if isDue { stage.browser.handle(.wake) }
    stage.browser.show()
  }

  @Test(
    arguments: [
      ("s", 5, "5 s"), ("3s", 3, "3 s"), ("90s", 90, "1 min 30 s"), ("2sss", 2, "2 s"),
    ])
  func `the slideshow advances after five seconds, or after the count in seconds`(
    keys: KeyScript, seconds: Int, words: String
  ) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.hasPrefix(" 1/3  a.jpg  slideshow \(words)  40x30"))
    #expect(stage.browser.layers.wakeInterval == .seconds(seconds))
    wait(.seconds(seconds) - .milliseconds(1), stage)
    #expect(stage.statusLine.hasPrefix(" 1/3  a.jpg"))
    wait(.milliseconds(1), stage)
    #expect(stage.grid.selection.index == 1)
  }

  @Test func `a photo stays until the next is loaded fully, whose interval starts then`() async {
    let stage = await stage("s")
    wait(.seconds(5), stage)
    let number = stage.loader.requests.lastIndex { $0.photo.name.lossyText == "b.jpg" } ?? 0
    #expect(stage.statusLine.hasPrefix(" 1/3  a.jpg  slideshow 5 s"))
    stage.loader.preview(number)
    await stage.loader.settle()
    wait(.seconds(60), stage)
    #expect(stage.statusLine.hasPrefix(" 1/3  a.jpg  slideshow 5 s"))
    #expect(stage.browser.layers.wakeInterval == nil)
    stage.loader.complete(number)
    await stage.loader.settle()
    stage.browser.show()
    #expect(stage.statusLine.hasPrefix(" 2/3  b.jpg  slideshow 5 s"))
    #expect(stage.browser.layers.wakeInterval == .seconds(5))
  }

  @Test func `the next photo is loaded ahead after steps in both directions`() async {
    let stage = await stage("np")
    await stage.settle()
    stage.type("ns")
    #expect(stage.loader.priorities.prefix(2).map(\.photo.name.lossyText) == ["b.jpg", "c.jpg"])
  }

  @Test(arguments: ["n", "z", "?", "i", "<C-l>", "r"] as [KeyScript])
  func `a key with an effect pauses the slideshow, and s resumes it with a full interval`(
    keys: KeyScript
  ) async {
    let stage = await stage("s")
    wait(.seconds(4), stage)
    stage.type(keys)
    await stage.settle()
    stage.browser.show()
    #expect(!stage.statusLine.contains("slideshow"))
    if stage.browser.layers.layers.count > 2 { stage.type("q") }
    stage.type("s")
    stage.browser.show()
    #expect(stage.statusLine.contains("slideshow 5 s"))
    #expect(stage.browser.layers.wakeInterval == .seconds(5))
  }

  @Test(arguments: ["4", "@", "g"] as [KeyScript])
  func `an unbound key, a count or a prefix does not pause the slideshow`(keys: KeyScript) async {
    let stage = await stage("s")
    stage.type(keys)
    wait(.seconds(5), stage)
    #expect(stage.grid.selection.index == 1)
  }

  @Test func `s or a click pauses the slideshow`() async {
    let stage = await stage("ss")
    #expect(stage.statusLine == " 1/3  Slideshow paused – s to resume")
    stage.type("s")
    stage.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: 30, row: 3))))
    stage.browser.show()
    #expect(!stage.statusLine.contains("slideshow"))
    #expect(stage.browser.layers.wakeInterval == nil)
  }

  @Test func `the slideshow ends at the last photo with a message`() async {
    let stage = await stage("Gs")
    await stage.settle()
    stage.browser.show()
    wait(.seconds(5), stage)
    #expect(stage.statusLine == " 3/3  End of the slideshow: last photo")
    wait(.seconds(5), stage)
    #expect(stage.statusLine.hasPrefix(" 3/3  c.jpg  40x30  1.2 kB"))
    #expect(stage.browser.layers.wakeInterval == nil)
  }

  @Test func `at the end of an unfinished listing the slideshow waits for more`() async {
    let stage = await stage("Gs", isComplete: false)
    await stage.settle()
    stage.browser.show()
    wait(.seconds(5), stage)
    #expect(stage.statusLine.contains("slideshow 5 s"))
    #expect(stage.browser.layers.wakeInterval == nil)
    stage.grid.show(CatalogSnapshot(listing: (names + ["d.jpg"]).map(Photo.init(named:))))
    stage.browser.show()
    #expect(stage.browser.layers.wakeInterval == .zero)
    wait(.zero, stage)
    #expect(stage.grid.selection.index == 3)
  }

  @Test func `a photo that fails to load is skipped after a second`() async {
    let stage = BrowserStage(names, columns: 60, rows: 8)
    stage.type("<Enter>")
    let number = stage.loader.requests.lastIndex { $0.photo.name.lossyText == "a.jpg" }
    stage.loader.fail(number ?? 0)
    await stage.loader.settle()
    stage.type("s")
    stage.browser.show()
    #expect(stage.browser.layers.wakeInterval == .seconds(1))
    wait(.seconds(1), stage)
    #expect(stage.grid.selection.index == 1)
  }

  @Test func `a slideshow beside another photo skips that one, and ends at the last`() async {
    let stage = await stage("<Tab>")
    await stage.settle()
    stage.type("s")
    stage.browser.show()
    wait(.seconds(5), stage)
    #expect(stage.grid.selection.index == 2)
    await stage.settle()
    stage.browser.show()
    wait(.seconds(5), stage)
    #expect(stage.statusLine == " 3/3  End of the slideshow: last photo")
  }

  @Test func `the slideshow waits while it is held, and then advances at once`() async throws {
    let stage = await stage("s")
    let viewer = try #require(stage.top as? ViewerLayer)
    viewer.slideshow.isHeld = { true }
    #expect(stage.browser.layers.wakeInterval == nil)
    stage.clock.advance(by: .seconds(7))
    stage.browser.handle(.wake)
    #expect(stage.grid.selection.index == 0)
    viewer.slideshow.isHeld = { false }
    #expect(stage.browser.layers.wakeInterval == .zero)
    wait(.zero, stage)
    #expect(stage.grid.selection.index == 1)
  }

  @Test(arguments: [BrowserEvent.listed, .found])
  func `the browser starts with a slideshow if that is set`(event: BrowserEvent) async {
    let stage = BrowserStage(
      names, columns: 60, rows: 8, viewing: ViewerSettings(slideshow: .milliseconds(1500)))
    stage.browser.handle(event)
    await stage.settle()
    stage.browser.show()
    #expect(stage.statusLine == " 1/3  a.jpg  slideshow 1.5 s  40x30  1.2 kB  100 %")
    #expect(stage.browser.layers.wakeInterval == .milliseconds(1500))
    stage.type("q")
    #expect(!stage.browser.isRunning)
  }

  @Test func `a running slideshow has a timer, and none while the next photo is loading`() async {
    let stage = await stage("")
    let running = Task.immediate { await stage.browser.run() }
    stage.post(keys: ["@"])
    await stage.clock.hasSleepers(1)
    // The message would disappear after five seconds; the slideshow advances before.
    stage.post(keys: ["1", "s"])
    await stage.loader.settle()
    await stage.clock.hasSleeper(for: .seconds(1))
    stage.clock.advance(by: .seconds(1))
    await eventually { stage.grid.selection.index == 1 }
    await stage.loader.settle()
    #expect(stage.clock.sleeperCount == 0)
    stage.post(keys: [.control("c")])
    await running.value
  }
}
