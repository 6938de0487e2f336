import Browser
import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("Browser", .timeLimit(.minutes(30)))
struct BrowserTests {
  private static let letters = "abcdefghijklmnopqrstuvwxyz".map { "\($0).jpg" }

  @Test(
    arguments: [
      ("", 1), ("l", 2), ("lllh", 3), ("j", 5), ("2j", 9), ("5jk", 17), ("G", 26), ("7G", 7),
      ("3gg", 3), ("Ggg", 1), ("<End><Home>", 1), ("<C-f>", 13), ("<PgDn><PgUp>", 1),
      ("<C-d>", 5), ("<C-d><C-d><C-u>", 5), ("<Right><Down><Left><Up>", 1), ("10l", 11),
      ("gzl", 2), ("5zl", 2), ("5<Esc>l", 2), ("0l", 2), ("99999999999999999999l", 26),
    ] as [(KeyScript, Int)])
  func `keys and counts move the selection from the first photo`(script: KeyScript, position: Int) {
    let stage = BrowserStage(Self.letters, columns: 80, rows: 24)
    stage.type(script)
    #expect(stage.grid.status.position == position)
  }

  @Test(
    arguments: [
      ("q", true), ("<C-c>", true), ("<Enter>q", false), ("<Enter>qq", true),
      ("?q", false), ("<Esc>", false), ("<Enter><C-c>", true), ("?<C-c>", true),
    ]
      as [(KeyScript, Bool)])
  func `q closes a layer before it quits, and Ctrl-c quits from every layer`(
    script: KeyScript, quits: Bool
  ) {
    let stage = BrowserStage(Self.letters)
    stage.type(script)
    #expect(stage.browser.isRunning != quits)
  }

  @Test(.timeLimit(.minutes(30)))
  func `keys are handled while a timed message is shown`() async {
    let stage = BrowserStage(Self.letters, clock: ManualClock(isRestless: true))
    // The first one shows the message that no photo is marked.
    stage.type("'")
    stage.post(keys: ["'", "l", "q"])
    await stage.browser.run()
    #expect(stage.grid.status.position == 2)
  }

  @Test func `two thousand keys at once request the cells of three more screens at most`() async {
    let stage = BrowserStage((0..<10_000).map { "\($0).jpg" }, columns: 80, rows: 24)
    let visibleCount = stage.grid.visibleCells.count
    let screenful = stage.loader.requests.count
    stage.post(keys: Array(repeating: ["j", "k", "j", "l"] as [Key], count: 500).flatMap(\.self))
    stage.post(keys: ["q"])
    await stage.browser.run()
    #expect(stage.grid.status.position == 1 + 500 * (stage.grid.layout.columns + 1))
    #expect(stage.loader.requests.count <= screenful + 3 * visibleCount)
  }

  @Test func `keys handled together have the same result as one by one`() async {
    let script = "jjlx3jc2l<Enter>ll<Esc>kG<C-u>+j-h" as KeyScript
    let (together, oneByOne) = (BrowserStage(Self.letters), BrowserStage(Self.letters))
    oneByOne.type(script)
    together.post(keys: script.keys + [.control("c")])
    await together.browser.run()
    #expect(together.grid.status.position == oneByOne.grid.status.position)
    #expect(together.grid.selection.firstRow == oneByOne.grid.selection.firstRow)
    #expect(
      together.grid.visibleCells.map(\.caption) == oneByOne.grid.visibleCells.map(\.caption))
  }

  @Test func `x reloads the visible cells`() async {
    let stage = BrowserStage(["a.jpg", "b.jpg"])
    await stage.settle()
    let count = stage.loader.requests.count
    stage.type("x")
    #expect(stage.loader.requests.count == count + 2)
  }

  @Test func `r reloads failed photos and nothing else`() async {
    let stage = BrowserStage(["a.jpg", "b.jpg"])
    stage.loader.fail(0)
    stage.loader.complete(1)
    await stage.loader.settle()
    stage.type("r")
    #expect(stage.loader.retryCount == 1)
    #expect(stage.loader.requests.dropFirst(2).map(\.photo) == [Photo(named: "a.jpg")])
    #expect(stage.statusLine.contains("Reloading 1 photo"))
    stage.loader.complete(2)
    await stage.loader.settle()
    stage.type("r")
    #expect(stage.loader.requests.count == 3)
    #expect(stage.statusLine.contains("Nothing to reload"))
  }

  @Test func `plus and minus change the size of the cells`() {
    let stage = BrowserStage(Self.letters, columns: 80, rows: 24)
    stage.type("+")
    #expect(stage.grid.layout.columns == 3)
    stage.type("--")
    #expect(stage.grid.layout.columns == 5)
  }

  @Test(arguments: [.key(.control("z")), .stopAsked] as [TerminalEvent], [true, false])
  func `suspending frees invisible images unless keepsMemoryWhenSuspended is set`(
    event: TerminalEvent, isKept: Bool
  ) {
    let stage = BrowserStage(Self.letters, keepsMemoryWhenSuspended: isKept)
    let requests = ["a.jpg", "z.jpg"].map {
      ImageRequest(
        photo: Photo(named: $0), cells: stage.grid.layout.picture, form: stage.form)
    }
    for request in requests { stage.loader.remember(request) }
    stage.browser.handle(.terminal(event))
    #expect(stage.screen.suspensions == 1)
    #expect(requests.map(stage.loader.memory.holds) == [true, isKept])
  }

  @Test func `low memory frees half of the cache, then all images that are not pinned`() {
    let stage = BrowserStage(Self.letters, columns: 80, rows: 24)
    for letter in Self.letters {
      stage.loader.remember(
        ImageRequest(
          photo: Photo(named: letter), cells: stage.grid.layout.picture, form: stage.form))
    }
    let all = stage.loader.memory.usage.cost
    stage.browser.handle(.memoryShort)
    #expect(stage.loader.memory.usage.cost > all / 3)
    #expect(stage.statusLine.hasPrefix(" 1/26  Low memory: "))
    stage.clock.advance(by: .seconds(11))
    stage.browser.handle(.memoryShort)
    #expect(stage.loader.memory.statistics.pinned.count == 12)
    stage.clock.advance(by: .seconds(9))
    stage.browser.handle(.memoryShort)
    #expect(stage.loader.memory.usage == stage.loader.memory.statistics.pinned)
    stage.type("l")
    stage.browser.handle(.memoryShort)
    #expect(!stage.statusLine.contains("Low memory"))
  }

  @Test func `a notice is shown until the next key`() {
    let stage = BrowserStage(Self.letters, columns: 80, rows: 24)
    stage.browser.handle(.notice("thumbnails are not cached: the disk is full"))
    #expect(stage.statusLine == " 1/26  thumbnails are not cached: the disk is full")
    stage.type("l")
    #expect(stage.statusLine == " 2/26  b.jpg")
  }

  @Test func `a click selects, a double click opens, the wheel scrolls`() {
    let stage = BrowserStage(Self.letters, columns: 80, rows: 24)
    let point = CellPoint(column: 45, row: 9)
    stage.browser.handle(.terminal(.mouse(.click, at: point)))
    #expect(stage.grid.status.position == 7)
    stage.browser.handle(.terminal(.mouse(.wheelDown, at: point)))
    #expect(stage.grid.selection.firstRow == 1)
    stage.browser.handle(.terminal(.mouse(.wheelUp, at: point)))
    #expect(stage.grid.selection.firstRow == 0)
    stage.browser.handle(.terminal(.mouse(.doubleClick, at: point)))
    #expect(stage.top is ViewerLayer)
    let right = CellPoint(column: 70, row: 9)
    stage.browser.handle(.terminal(.mouse(.click, at: right)))
    #expect(stage.grid.status.position == 8)
    stage.browser.handle(.terminal(.mouse(.click, at: point)))
    stage.browser.handle(.terminal(.mouse(.wheelDown, at: right)))
    #expect(stage.grid.status.position == 8)
    stage.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: 3, row: 9))))
    #expect(stage.grid.status.position == 7)
  }

  @Test func `a photo is dragged out, or all marked ones by one of them`() async {
    let stage = BrowserStage(["/p/a.jpg", "/p/b.jpg", "/p/c.jpg"], columns: 80, rows: 24)
    await stage.settle()
    func drag(_ column: Int) {
      stage.browser.handle(.terminal(.mouse(.dragOut, at: CellPoint(column: column, row: 4))))
    }
    drag(30)
    stage.type("m")
    drag(60)
    stage.type("lm")
    drag(30)
    stage.type("<Enter>")
    drag(30)
    let (one, other) = ("a.jpg /p/a.jpg", "b.jpg /p/b.jpg")
    #expect(stage.programs.drags == [one, other, "2 photos /p/a.jpg /p/b.jpg", other])
  }

  @Test func `a resize lays the grid out again and keeps the selection`() {
    let stage = BrowserStage(Self.letters, columns: 80, rows: 24)
    stage.type("G")
    stage.screen.resize(to: CellSize(columns: 30, rows: 10))
    stage.browser.handle(.terminal(.resize(stage.screen.size)))
    #expect(stage.grid.layout.columns == 1)
    #expect(stage.grid.status.position == 26)
    #expect(stage.browser.frame().size == CellSize(columns: 30, rows: 10))
  }

  @Test func `a change of the tile form reloads the visible cells`() async {
    let stage = BrowserStage(["a.jpg", "b.jpg"])
    await stage.settle()
    stage.form = TileForm(symbols: .sextants, colors: .direct)
    stage.browser.handle(.terminal(.capabilitiesChanged))
    #expect(stage.loader.requests.count == 4)
    #expect(stage.loader.requests.suffix(2).allSatisfy { $0.form == stage.form })
  }

  @Test func `advice about the terminal is shown until the next key`() async {
    let stage = BrowserStage(["a.jpg"])
    await stage.settle()
    stage.browser.handle(.terminal(.advice("type this")))
    #expect(stage.statusLine.contains("type this"))
    stage.type("l")
    #expect(!stage.statusLine.contains("type this"))
  }

  @Test func `a batch of events draws one frame`() async {
    let stage = BrowserStage(Self.letters)
    stage.browser.show()
    stage.post(.key("j"), .key("l"), .key("l"), .closed)
    await stage.browser.run()
    #expect(stage.screen.frameCount == 1)
    #expect(stage.grid.status.position > 3)
  }
}
