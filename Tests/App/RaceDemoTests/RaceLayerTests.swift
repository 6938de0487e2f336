import Catalog
import Imaging
import Pipeline
import TestSupport
import Terminal
import Testing

@testable import Browser
@testable import RaceDemo

@MainActor
@Suite("The demo on a screen", .timeLimit(.minutes(5)))
struct RaceLayerTests {
  private let screen = MemoryScreen(size: CellSize(columns: 80, rows: 24))
  private let mailbox = Mailbox<BrowserEvent>()
  private let clock = ManualClock()
  private let browser: Browser

  init() {
    browser = Self.browser(on: screen, mailbox, clock)
  }

  private static func browser(
    on screen: MemoryScreen, _ mailbox: Mailbox<BrowserEvent>, _ clock: ManualClock,
    symbols: SymbolSet = .quadrants
  ) -> Browser {
    let form = TileForm(symbols: symbols, colors: .none)
    return Browser(
      root: RaceLayer(
        story: RaceStory(seed: 1), photos: [], loader: ScriptedLoader(),
        area: Browser.area(of: screen.size), form: form, onChange: {}),
      screen: screen, mailbox: mailbox, clock: clock, formForScreen: { form })
  }

  private var text: String { browser.frame().description }

  private func type(_ keys: String) {
    for key in keys { browser.handle(.terminal(.key(.character(key)))) }
  }

  /// Lets one event after another happen until a text is shown.
  private func step(until shown: String) {
    for _ in 0..<300 where !text.contains(shown) { type(".") }
  }

  @Test(arguments: [(80, 24), (200, 50), (60, 20), (20, 5), (1, 1)])
  func `a frame has the size of the screen`(columns: Int, rows: Int) {
    screen.resize(to: CellSize(columns: columns, rows: rows))
    browser.handle(.terminal(.resize(screen.size)))
    #expect(browser.frame().size == screen.size)
  }

  @Test func `no screen is too narrow for pictures`() {
    step(until: "stale: shows")
    for columns in 1...40 {
      for rows in [1, 5, 6, 10, 16] {
        screen.resize(to: CellSize(columns: columns, rows: rows))
        browser.handle(.terminal(.resize(screen.size)))
        type(".")
        #expect(browser.frame().size == screen.size)
      }
    }
  }

  @Test func `a wrong cell is framed and says in words what it shows`() {
    step(until: "stale: shows")
    #expect(text.contains("stale: shows"))
    #expect(text.contains("┏━━"))
    #expect(text.contains("applied on the left (stale), dropped on the right"))
  }

  @Test func `without Unicode the frame and the words are there too`() {
    let browser = Self.browser(on: screen, mailbox, clock, symbols: .ascii)
    for _ in 0..<300 where !browser.frame().description.contains("stale: shows") {
      browser.handle(.terminal(.key(".")))
    }
    let text = browser.frame().description
    #expect(text.contains("+---"))
    #expect(text.contains("stale: shows"))
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test func `the fix can be switched off and on`() {
    step(until: "stale: shows")
    type("f")
    #expect(text.contains("FIX OFF"))
    #expect(text.split(separator: "stale: shows").count > 2)
    type("f")
    #expect(text.contains("drops stale responses"))
  }

  @Test func `space stops the story, ticks then change nothing, and space goes on`() {
    type(" ")
    let before = text
    browser.handle(.wake)
    #expect(text == before)
    type(" ")
    browser.handle(.wake)
    browser.handle(.wake)
    #expect(text != before)
  }

  @Test func `a step stops the story`() {
    type(".")
    #expect(text.contains("stopped"))
  }

  @Test func `plus and minus change the speed`() {
    type("+")
    #expect(text.contains("speed 1/2"))
    type("--")
    #expect(text.contains("speed 1/8"))
  }

  @Test func `another seed is another story, and again begins the same one`() {
    type("..s")
    #expect(text.contains("seed 2"))
    let start = text
    browser.handle(.wake)
    browser.handle(.wake)
    type("r")
    #expect(text == start)
  }

  @Test func `arrows scroll both sides`() {
    browser.handle(.terminal(.key(.down)))
    #expect(text.contains("cell 1 reused for 05; request 05 by cell 1"))
    #expect(text.split(separator: "cell 1: 05").count == 3)
  }

  @Test func `the help names every key`() {
    type("?")
    for entry in Keymap.race.entries { #expect(text.contains(entry.help)) }
    browser.handle(.terminal(.key(.escape)))
    #expect(text.contains("naive"))
  }

  @Test func `the last line names the keys`() {
    #expect(
      text.hasSuffix(
        "\n Space stop/go  . step  +- speed  kj scroll  s seed  f fix  r again  ? help"))
  }

  @Test func `it goes on by itself until the user quits`() async {
    async let running: Void = browser.run()
    for _ in 0..<40 {
      await settleMainActor { clock.sleeperCount == 1 }
      clock.advance(by: .seconds(2))
    }
    await settleMainActor { clock.sleeperCount == 1 }
    mailbox.post(.terminal(.key("q")))
    await running
    #expect(!browser.isRunning)
    #expect(screen.frameCount >= 40)
    #expect(screen.frame.description.contains("naive: applies every response"))
  }

  @Test func `while it is stopped, or under the help, it waits for nothing`() {
    #expect(browser.layers.wakeInterval != nil)
    type("?")
    #expect(browser.layers.wakeInterval == nil)
    type("? ")
    #expect(browser.layers.wakeInterval == nil)
  }

  @Test func `the story waits until the photos are drawn`() async {
    let loader = ScriptedLoader()
    let form = TileForm(symbols: .quadrants, colors: .none)
    let layer = RaceLayer(
      story: RaceStory(seed: 1), photos: [Photo(named: "a.jpg")], loader: loader,
      area: Browser.area(of: screen.size), form: form, onChange: { mailbox.post(.redraw) })
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
