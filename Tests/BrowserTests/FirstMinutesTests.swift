import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

/// What a new user sees.
@MainActor
@Suite("The first minutes", .timeLimit(.minutes(30)))
struct FirstMinutesTests {
  private let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg", "g.jpg"]

  private func lastLine(_ stage: BrowserStage) -> String {
    stage.text.split(separator: "\n").last.map(String.init) ?? ""
  }

  // MARK: - Hints

  @Test(
    arguments: [
      ("", "Enter open  ? keys  q quit"), ("<Enter>", "n/p next/prev  ? keys  q back"),
      ("?", "/ search  q back"), ("<Enter>q", "? keys  q quit"),
      ("<Enter>n", "z zoom  ? keys  q back"), ("?q", "Enter open  q quit"),
    ] as [(KeyScript, String)])
  func `helpful keys are shown at the right in every layer`(keys: KeyScript, hints: String) {
    let stage = BrowserStage(names, columns: 100, rows: 24)
    stage.type(keys)
    #expect(lastLine(stage).contains(hints))
  }

  @Test func `key hints replace the date until twelve keys are typed`() async {
    let stage = BrowserStage(["a.jpg"], columns: 60, rows: 6)
    stage.loader.complete(
      0, takenAt: CaptureDate(year: 2024, month: 5, day: 17, hour: 14, minute: 3, second: 59))
    await stage.loader.settle()
    #expect(lastLine(stage) == " 1/1  a.jpg  40x30  1.2 kB       Enter open  ? keys  q quit")
    for _ in 0..<12 { stage.type("l") }
    #expect(lastLine(stage) == " 1/1  a.jpg  40x30  1.2 kB  2024-05-17 14:03")
  }

  @Test func `the hint of a used key disappears, until none is left`() {
    let stage = BrowserStage(names, columns: 100, rows: 24)
    stage.type("<Enter>nz?qq")
    #expect(lastLine(stage).contains("  q quit"))
    stage.type("<Enter>")
    #expect(!["next/prev", "zoom", "keys", "back"].contains { lastLine(stage).contains($0) })
  }

  @Test func `key hints that do not fit are dropped, and nothing is cut for them`() {
    let stage = BrowserStage(["a-rather-long-name.jpg"], columns: 40, rows: 6)
    #expect(!lastLine(stage).contains("?"))
    #expect(lastLine(stage).contains("a-rather-long-name.jpg"))
  }

  // MARK: - Messages

  @Test func `a message disappears after five seconds, and not before`() {
    let stage = BrowserStage(names, columns: 80, rows: 24)
    stage.type("z")
    #expect(stage.browser.layers.wakeInterval == .seconds(5))
    stage.clock.advance(by: .seconds(4))
    stage.browser.handle(.wake)
    #expect(stage.statusLine.contains("z does nothing here"))
    #expect(stage.browser.layers.wakeInterval == .seconds(1))
    stage.clock.advance(by: .seconds(1))
    stage.browser.handle(.wake)
    #expect(!stage.statusLine.contains("z does nothing here"))
    #expect(stage.browser.layers.wakeInterval == nil)
  }

  @Test func `a running browser removes its message by a timer`() async {
    let stage = BrowserStage(names, columns: 80, rows: 24)
    stage.post(keys: ["z"])
    let running = Task.immediate { await stage.browser.run() }
    await stage.clock.hasSleepers(1)
    #expect(stage.screen.frame.canvas.description.contains("z does nothing here"))
    stage.clock.advance(by: .seconds(5))
    await stage.loader.settle()
    stage.post(keys: [.control("c")])
    await running.value
    #expect(stage.browser.layers.message == nil)
    #expect(stage.browser.wasInterrupted)
  }

  // MARK: - What is shown

  @Test(arguments: [(RGB(0, 0, 0), Color.palette(11)), (RGB(250, 250, 240), .palette(4))])
  func `the selection has one colour on a dark and another on a light background`(
    background: RGB, bar: Color
  ) {
    let stage = BrowserStage(names, columns: 42, rows: 8)
    stage.browser.handle(.terminal(.background(background)))
    let canvas = stage.browser.frame().canvas
    #expect(canvas[0, 0].scalar == "╭" && canvas[0, 0].foreground == bar)
    #expect(canvas[20, 0].scalar == "╮" && canvas[20, 0].foreground == bar)
    #expect(canvas[8, 6].style.isSuperset(of: [.bold, .reverse]))
  }

  @Test func `captions lose their extension, then the common prefix, then their middle`() {
    let names = ["photo-01-alpine-lake.jpg", "photo-02-a.jpg", "photo-03-b.jpg"]
    let wide = BrowserStage(names, columns: 80, rows: 8)
    #expect(wide.text.contains(" photo-02-a.jpg "))
    let narrow = BrowserStage(names, columns: 48, rows: 8, isComplete: false)
    #expect(narrow.text.contains("photo-01-alpine-lake "))
    #expect(narrow.text.contains(" photo-02-a\n"))
    let narrower = BrowserStage(names, columns: 20, rows: 30, isComplete: false)
    #expect(narrower.text.contains(" 01-alpine-lake\n"))
    #expect(narrower.text.contains("02-a"))
    #expect(!narrower.text.contains("photo-02"))
    let narrowest = BrowserStage(names, columns: 10, rows: 30, isComplete: false)
    #expect(narrowest.text.contains("01-a…ake"))
  }

  @Test func `a single photo is opened in the viewer, and q quits`() async {
    let stage = BrowserStage(["a.jpg"], columns: 50, rows: 8)
    stage.browser.handle(.listed)
    #expect(stage.top is ViewerLayer)
    #expect(lastLine(stage).hasSuffix("? keys  q quit"))
    stage.type("q")
    #expect(!stage.browser.isRunning)
  }

  @Test func `from the viewer of a single photo Enter goes to the grid`() {
    let stage = BrowserStage(["a.jpg"], columns: 40, rows: 8)
    stage.browser.handle(.listed)
    stage.type("<Enter>")
    #expect(stage.top is GridLayer)
    #expect(stage.browser.isRunning)
  }

  @Test func `several photos are shown in the grid`() {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 40, rows: 8)
    stage.browser.handle(.listed)
    #expect(stage.top is GridLayer)
  }

  @Test(arguments: [("q", false, 0), ("<Enter>", true, 2), ("h<Enter>", true, 1)])
  func `a named photo is opened in the viewer, at its position among the others`(
    script: KeyScript, isRunning: Bool, index: Int
  ) {
    let stage = BrowserStage([], columns: 50, rows: 8, isComplete: false)
    let named = Photo(named: "c.jpg")
    stage.grid.show(CatalogSnapshot(listing: [named], naming: named, isComplete: false))
    stage.browser.handle(.found)
    #expect(stage.statusLine.hasPrefix(" 1/1  c.jpg ") && stage.statusLine.hasSuffix("reading"))
    #expect(stage.loader.requests.map(\.photo).first == named)
    let loads = stage.loader.requests.count(where: { $0.photo == named })
    let all = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"].map(Photo.init(named:))
    stage.grid.show(CatalogSnapshot(listing: all, naming: named))
    stage.browser.handle(.listed)
    #expect(stage.top is ViewerLayer && stage.statusLine == " 3/4  c.jpg")
    #expect(stage.loader.requests.count(where: { $0.photo == named }) == loads)
    stage.type(script)
    #expect(stage.browser.isRunning == isRunning)
    #expect((stage.top is GridLayer) == isRunning)
    if isRunning { #expect(stage.grid.selection.index == index) }
  }

  @Test func `a named photo whose folder cannot be read is opened once`() {
    let stage = BrowserStage([], columns: 60, rows: 8, isComplete: false)
    let named = Photo(named: "c.jpg")
    let denied = CatalogNotice(source: "private/", problem: "permission denied", isFailure: true)
    stage.grid.show(CatalogSnapshot(listing: [named], naming: named, notices: [denied]))
    stage.browser.handle(.found)
    stage.browser.handle(.listed)
    #expect(stage.statusLine == " 1/1  ! private/: permission denied")
    stage.type("<Enter>")
    #expect(stage.top is GridLayer)
  }

  // MARK: - The viewer

  /// A row of a photo's tile on a screen of 42 columns.
  private func row(of name: String) -> String {
    String(repeating: String(name.prefix(1)), count: 42)
  }

  @Test func `a photo and its name stay until a tile of the next photo is shown`() async {
    let stage = BrowserStage(names, columns: 42, rows: 8)
    stage.type("<Enter>")
    await stage.settle()
    stage.browser.show()
    for (name, next) in zip(names, names.dropFirst()) {
      stage.type("l")
      let shown = stage.text.hasPrefix(row(of: next)) ? next : name
      #expect(stage.text.hasPrefix(row(of: shown)))
      #expect(stage.statusLine.contains(shown))
      await stage.settle()
      stage.browser.show()
      #expect(stage.text.hasPrefix(row(of: next)))
      #expect(stage.statusLine.contains(next))
    }
  }

  @Test func `while the next photo is loading its name is shown at the right`() async {
    let stage = BrowserStage(names, columns: 60, rows: 8)
    stage.type("<Enter>")
    await stage.settle()
    stage.browser.show()
    stage.loader.memory.removeAll()
    stage.type("G")
    #expect(stage.text.hasPrefix(String(repeating: "a", count: 60)))
    #expect(lastLine(stage).hasPrefix(" 1/7  a.jpg"))
    #expect(lastLine(stage).hasSuffix("loading g.jpg"))
    await stage.settle()
    #expect(stage.text.hasPrefix(String(repeating: "g", count: 60)))
    #expect(lastLine(stage).hasPrefix(" 7/7  g.jpg"))
  }

  @Test(arguments: ["+", "-", "=", "5+"] as [KeyScript])
  func `zoom keys in the viewer do not change the layout of the grid`(keys: KeyScript) {
    let stage = BrowserStage(names, columns: 80, rows: 24)
    let layout = stage.grid.layout
    stage.type("<Enter>")
    stage.type(keys)
    #expect(stage.grid.layout == layout)
    #expect(stage.statusLine.contains("not loaded yet"))
  }

  // MARK: - The mouse

  private func click(_ stage: BrowserStage, column: Int, row: Int) {
    stage.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: column, row: row))))
  }

  @Test(
    arguments: [
      ("?", "Moving", "previous photo"), ("<Enter>?", "Moving", "next photo"),
      ("K?", "Culling mode", "no stars"), ("<Enter>K?", "Culling mode", "no stars"),
      ("C?", "Cache panel", "one row down"),
    ] as [(KeyScript, String, String)])
  func `the help starts with the keys of the mode that it was opened in`(
    keys: KeyScript, heading: String, text: String
  ) {
    let stage = BrowserStage(names, columns: 80, rows: 24)
    stage.type(keys)
    let lines = stage.text.split(separator: "\n")
    #expect(lines[0] == "  \(heading)")
    #expect(lines[1].contains(text))
  }

  @Test func `a click closes the help, and one beside the cache panel closes the panel`() {
    let stage = BrowserStage(names, columns: 160, rows: 60)
    stage.type("?")
    click(stage, column: 3, row: 3)
    #expect(stage.top is GridLayer)
    stage.type("C")
    click(stage, column: 80, row: 30)
    #expect(stage.top is CachePanelLayer)
    click(stage, column: 0, row: 0)
    #expect(stage.top is GridLayer)
  }

  @Test func `a click selects an entry of the cache panel's list`() throws {
    let stage = BrowserStage(names, columns: 80, rows: 40)
    for name in names { stage.loader.remember(ImageRequest(name)) }
    stage.type("Ce")
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("c.jpg") })
    click(stage, column: 10, row: row)
    let held = stage.loader.memory.usage.count
    stage.type("d")
    #expect(stage.loader.memory.usage.count == held - 1)
    #expect(!stage.text.split(separator: "\n").contains { $0.contains("│ c.jpg") })
  }
}
