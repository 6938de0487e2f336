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
@Suite("The slideshow", .timeLimit(.minutes(10)))
struct SlideshowTests {
  private let names = ["a.jpg", "b.jpg", "c.jpg"]

  /// A screen of 42 by 8 with a photo alone, all of whose pictures are there.
  private func stage(_ keys: KeyScript, isComplete: Bool = true) async -> BrowserStage {
    let stage = BrowserStage(names, columns: 60, rows: 8, isComplete: isComplete)
    stage.type("<Enter>")
    await stage.settle()
    stage.type(keys)
    stage.browser.show()
    return stage
  }

  /// Lets time go by, and wakes the browser if it asked for that by now.
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
  func `goes on after five seconds, or as many as the count says`(
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

  @Test func `a photo stays until all of the next is there, whose time begins then`() async {
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

  @Test func `the next photo is loaded ahead, whichever way somebody has gone`() async {
    let stage = await stage("np")
    await stage.settle()
    stage.type("ns")
    #expect(stage.loader.priorities.prefix(2).map(\.photo.name.lossyText) == ["b.jpg", "c.jpg"])
  }

  @Test(arguments: ["n", "z", "?", "i", "<C-l>", "r"] as [KeyScript])
  func `any key that does something pauses it, and s goes on with the whole time`(
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
  func `a key that means nothing, or nothing yet, does not`(keys: KeyScript) async {
    let stage = await stage("s")
    stage.type(keys)
    wait(.seconds(5), stage)
    #expect(stage.grid.selection.index == 1)
  }

  @Test func `s pauses it as well, and a click`() async {
    let stage = await stage("ss")
    #expect(stage.statusLine == " 1/3  Slideshow paused – s to resume")
    stage.type("s")
    stage.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: 30, row: 3))))
    stage.browser.show()
    #expect(!stage.statusLine.contains("slideshow"))
    #expect(stage.browser.layers.wakeInterval == nil)
  }

  @Test func `it ends with the last photo and says so`() async {
    let stage = await stage("Gs")
    await stage.settle()
    stage.browser.show()
    wait(.seconds(5), stage)
    #expect(stage.statusLine == " 3/3  End of the slideshow: last photo")
    wait(.seconds(5), stage)
    #expect(stage.statusLine.hasPrefix(" 3/3  c.jpg  40x30  1.2 kB"))
    #expect(stage.browser.layers.wakeInterval == nil)
  }

  @Test func `at the end of what is known it waits for more`() async {
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

  @Test func `what is no picture is passed over after a second`() async {
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

  @Test func `beside another photo it goes past that, and ends where there is none left`() async {
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

  @Test func `what must be seen to its end holds it up`() async throws {
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
  func `the browser begins with it where that is asked for`(event: BrowserEvent) async {
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

  @Test func `a browser that runs wakes by itself, and has no timer while nothing goes on`() async {
    let stage = await stage("")
    let running = Task.immediate { await stage.browser.run() }
    stage.post(keys: ["@"])
    await stage.clock.hasSleepers(1)
    // A message would be taken away after five seconds; this is to happen before.
    stage.post(keys: ["1", "s"])
    await stage.loader.settle()
    await stage.clock.hasSleepers(1)
    stage.clock.advance(by: .seconds(1))
    await eventually { stage.grid.selection.index == 1 }
    await stage.loader.settle()
    #expect(stage.clock.sleeperCount == 0)
    stage.post(keys: [.control("c")])
    await running.value
  }
}
