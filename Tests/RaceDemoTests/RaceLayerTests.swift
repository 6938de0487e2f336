import Browser
import Catalogs
import Imaging
import RaceDemo
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("The demo on a screen", .timeLimit(.minutes(30)))
struct RaceLayerTests {
  private let session = RaceSession()

  private var text: String { session.text }

  @Test(arguments: [(80, 24), (200, 50), (60, 20), (20, 5), (1, 1)])
  func `a frame has the size of the screen`(columns: Int, rows: Int) {
    session.resize(columns: columns, rows: rows)
    #expect(session.browser.frame().size == session.screen.size)
  }

  @Test func `tiles, texts and cards are drawn at every screen size`() {
    session.playToStop()
    for columns in [1, 5, 20, 39, 40, 41, 50, 64, 79, 80, 81, 121] {
      for rows in [1, 5, 6, 11, 12, 13, 16, 21, 33, 46] {
        session.resize(columns: columns, rows: rows)
        session.type("..")
        session.play()
        #expect(session.browser.frame().size == session.screen.size)
      }
    }
    session.type("r")
    session.playToEnd()
    session.resize(columns: 41, rows: 12)
    #expect(text.contains("return }"))
  }

  @Test(arguments: [Key.character("x"), " ", ".", "j", "f", .enter, .escape, .tab, .left, "5", "é"])
  func `any key closes the opening card and does nothing else`(key: Key) {
    session.press(key)
    #expect(!text.contains("What should it do"))
    #expect(text.contains("0 ms  speed 1/4  running"))
    #expect(text.contains("checks whose answer it is"))
    #expect(session.browser.layers.wakeInterval != nil)
  }

  @Test func `a click closes the opening card`() {
    session.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: 3, row: 3))))
    #expect(!text.contains("What should it do"))
  }

  @Test func `before the first key no timer runs, ? opens the help and q quits`() {
    #expect(session.browser.layers.wakeInterval == nil)
    session.type("?")
    for entry in Keymap.race.entries { #expect(text.contains(entry.help)) }
    session.type("qq")
    #expect(!session.browser.isRunning)
  }

  @Test func `the story stops at the first late response only, then plays to the end`() {
    session.playToStop()
    #expect(text.contains("397 ms  speed 1/4  stopped"))
    session.press(" ")
    #expect(text.contains("397 ms  speed 1/4  running"))
    session.play()
    #expect(text.contains("28 of 48 answers came late"))
  }

  @Test func `stepping to a late response stops and describes it`() {
    session.playToEnd()
    session.type("r..")
    session.step(until: "what happened")
    #expect(text.contains("given to 07"))
    #expect(text.contains("stopped"))
  }

  @Test(arguments: [(200, 50), (120, 40), (80, 24), (40, 12)])
  func `every late response is described with what each side does with it`(columns: Int, rows: Int)
  {
    let session = RaceSession(columns: columns, rows: rows)
    session.press(.enter)
    var told = 0
    while !session.text.contains("of 48 answers came late") {
      session.press(".")
      session.play()
      guard session.text.contains("what happened") else { continue }
      told += 1
      #expect(session.text.contains("left shows it,"))
      #expect(session.text.contains("right drops it"))
    }
    // The last event is a late response as well, which only the end card describes.
    #expect((27...28).contains(told))
  }

  @Test func `a manual pause describes no cell`() {
    session.press(.enter, " ")
    #expect(text.contains("stopped"))
    #expect(!text.contains("what happened"))
  }

  @Test func `without Unicode frames, lanes and texts are drawn in ASCII`() {
    let session = RaceSession(symbols: .ascii)
    session.playToStop()
    #expect(session.text.contains("#= cell 3 ="))
    #expect(session.text.contains("wants 07, shows 03"))
    #expect(session.text.contains("x03 late"))
    #expect(session.text.unicodeScalars.allSatisfy { $0.isASCII })
    #expect(!session.text.dropLast(90).contains("?"))
  }

  @Test func `the check can be switched off and on`() {
    session.playToStop()
    session.type("f")
    #expect(text.contains("right, check off: shows it too"))
    #expect(text.split(separator: "wants 07, shows 03").count == 3)
    session.type("f")
    #expect(text.contains("right: checks whose answer it is"))
    #expect(text.split(separator: "wants 07, shows 03").count == 2)
  }

  @Test func `Space hides and shows the end card, and f counts again without the check`() {
    session.playToEnd()
    #expect(text.contains("right: 0 shown, 0 cells stay wrong"))
    session.type("f")
    #expect(text.contains("right, check off: 28 shown, 2 cells stay wrong"))
    session.type(" ")
    #expect(!text.contains("The check is three lines"))
    #expect(text.contains("Space result"))
    session.type(" ")
    #expect(text.contains("The check is three lines"))
  }

  @Test func `Space pauses the story, ticks then change nothing, and Space resumes it`() {
    session.press(.enter, " ")
    let before = text
    session.browser.handle(.wake)
    #expect(text == before)
    session.press(" ")
    session.browser.handle(.wake)
    session.browser.handle(.wake)
    #expect(text != before)
  }

  @Test func `plus and minus change the speed`() {
    session.press(.enter, "+")
    #expect(text.contains("speed 1/2"))
    session.type("--")
    #expect(text.contains("speed 1/8"))
  }

  @Test func `s starts the story of the next seed, and r restarts the same story`() {
    session.type(" ..s")
    #expect(text.contains("seed 2"))
    let start = text
    session.browser.handle(.wake)
    session.browser.handle(.wake)
    session.type("r")
    #expect(text == start)
  }

  @Test func `the down arrow scrolls both sides by one screen line per tick`() {
    session.press(.enter, " ", .down)
    var rows: [Int?] = []
    while session.browser.layers.wakeInterval != nil {
      rows.append(text.split(separator: "\n").firstIndex { $0.contains(" cell 3 ") })
      session.browser.handle(.wake)
    }
    #expect(rows == [9, 8, 7, 6, 5, 4, 3])
    #expect(text.split(separator: "wants 05").count == 3)
    #expect(text.contains("cell 1 "))
  }

  @Test func `at a high speed a scroll is not animated`() {
    session.press(.enter, "+", "+", "+", " ", .down)
    #expect(session.browser.layers.wakeInterval == nil)
  }

  @Test func `the title shows the current kind of story in bold`() {
    session.press(.enter)
    let row = session.browser.frame().canvas.row(0)
    let told = String(String.UnicodeScalarView(row.filter { $0.style == .bold }.map(\.scalar)))
    #expect(told == " 1 reused ")
  }

  @Test func `the last line names the keys`() {
    session.press(.enter)
    #expect(
      text.hasSuffix(
        "\n Space pause  . step  +- speed  kj scroll  s seed  f check  r again  ? help"))
  }

  @Test func `a running demo plays to the first late response and then quits with q`() async {
    session.press(.enter)
    async let running: Void = session.browser.run()
    for _ in 0..<20 {
      await settleMainActor { session.clock.sleeperCount == 1 || isStopped }
      session.clock.advance(by: .seconds(2))
    }
    await settleMainActor { isStopped }
    session.mailbox.post(.terminal(.key("q")))
    await running
    #expect(!session.browser.isRunning)
    #expect(session.screen.frame.description.contains("what happened"))
  }

  private var isStopped: Bool { session.browser.layers.wakeInterval == nil }

  @Test func `no timer runs while the story is paused or under the help`() {
    session.press(.enter)
    #expect(session.browser.layers.wakeInterval != nil)
    session.type("?")
    #expect(session.browser.layers.wakeInterval == nil)
    session.type("? ")
    #expect(session.browser.layers.wakeInterval == nil)
  }

  @Test func `the story waits until the photos are loaded, and again after a resize`() async {
    let loader = ScriptedLoader()
    let mailbox = session.mailbox
    let form = TileForm(symbols: .quadrants, colors: .none)
    let layer = RaceLayer(
      story: RaceStory(seed: 1), photos: [Photo(named: "a.jpg")], loader: loader,
      area: CellSize(columns: 80, rows: 23), form: form, onChange: { mailbox.post(.redraw) })
    _ = layer.handle(Command(rawValue: "begin"), count: nil)
    #expect(layer.wakeInterval == nil)
    let loading = Task { await layer.loadPhotos() }
    for load in 0..<24 {
      await settleMainActor { loader.requests.count > load }
      loader.complete(load)
    }
    let events = await mailbox.drain()
    #expect(events.count == 1)
    #expect(layer.wakeInterval != nil)
    layer.resize(to: CellSize(columns: 60, rows: 20), form: form)
    #expect(layer.wakeInterval == nil)
    loading.cancel()
    await loading.value
  }
}
