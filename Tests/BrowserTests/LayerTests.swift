import Browser
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

/// Stacked layers: which ones handle commands, are drawn and are woken.
@MainActor
@Suite("Layers", .timeLimit(.minutes(30)))
struct LayerTests {
  @Test(
    arguments: [
      ("z", " 1/2  ! z does nothing here – ? for help"),
      ("gz", " 1/2  ! gz does nothing here – ? for help"),
      ("<Tab>", " 1/2  ! Tab does nothing here – ? for help"),
      ("0", " 1/2  ! 0 does nothing here – ? for help"),
      ("d", " 1/2  ! d does nothing here – ? for help"),
      ("zl", " 2/2  b.jpg"), ("g<Esc>", " 1/2  a.jpg"), ("5<Esc>", " 1/2  a.jpg"),
      ("<Enter>d", " 1/2  ! d does nothing here – ? for help"),
      ("?x", " 1/2  ! x does nothing here – ? for help"),
      ("C+", " 1/2  ! + does nothing here – ? for help"), ("C5+<Esc>", " 1/2  a.jpg"),
    ] as [(KeyScript, String)])
  func `an unbound key shows a message until the next key`(keys: KeyScript, line: String) {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 80, rows: 24)
    stage.type(keys)
    #expect(stage.statusLine == line)
  }

  @Test(
    arguments: [
      ("", "grid"), ("<Enter>", "viewer"), ("<Enter><Enter>", "grid"),
      ("<Enter>?", "help"), ("<Enter>?<Enter>", "viewer"), ("<Enter>C", "cache panel"),
      ("<Enter>Cq", "viewer"), ("<Enter>Cqq", "grid"), ("C?q", "cache panel"),
      ("C?<Esc><Esc>", "grid"), ("??", "grid"), ("CC", "grid"),
      ("C<Enter>", "cache panel"), ("?<Enter>", "grid"),
      ("fa<Enter>C<Esc>", "grid"), ("fa<Enter>?<Esc>", "grid"),
      ("/a<Enter>C<Esc>", "grid"), ("fa<Enter>:<Esc>", "grid"),
      ("fa<Enter><Enter>C<Esc>", "viewer"), ("<Enter><Tab>C<Esc>", "viewer"),
    ] as [(KeyScript, String)])
  func `layers open and close over one another`(keys: KeyScript, top: String) {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 80, rows: 24)
    stage.type(keys)
    #expect(stage.top?.keys.keymap.title == top)
    #expect(stage.browser.isRunning)
  }

  @Test(arguments: ["", "<Enter>", "C", "?"] as [KeyScript])
  func `:quit quits from every layer`(opening: KeyScript) {
    let stage = opened(by: opening)
    stage.type(":quit<Enter>")
    #expect(!stage.browser.isRunning)
  }

  @Test(
    arguments: [
      "fa<Enter>C<Esc>", "fa<Enter>?<Esc>", "fa<Enter>:<Esc>", "fa<Enter>:delete!<Enter><Esc>",
      "fa<Enter>!<Esc>", "fa<Enter>Cq", "fa<Enter>?q", "fa<Enter><Enter>C<Esc>",
    ] as [KeyScript])
  func `closing the top layer preserves the filter of the grid`(keys: KeyScript) {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 80, rows: 24)
    stage.type(keys)
    #expect(stage.grid.filter.text == "a")
    stage.type("<Esc><Esc>")
    #expect(stage.grid.filter.text == "")
  }

  @Test func `closing the cache panel over compared photos preserves the comparison`() {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 80, rows: 24)
    stage.type("<Enter><Tab>C<Esc>")
    #expect(stage.top?.keys.keymap.title == "viewer")
    #expect((stage.top as? ViewerLayer)?.viewer.isComparing == true)
  }

  @Test(arguments: ["", "?", "C", "<Enter>", "<Enter>C"] as [KeyScript])
  func `every command of a keymap is handled by some layer`(opening: KeyScript) {
    entries: for entry in opened(by: opening).top?.keys.keymap.entries ?? [] {
      let stage = opened(by: opening)
      for layer in stage.browser.layers.layers.reversed() {
        if case .ignored = layer.handle(entry.command, count: nil) { continue }
        continue entries
      }
      #expect(Keymap.everywhere.entries.map(\.command).contains(entry.command), "\(entry.keys)")
    }
  }

  private func opened(by keys: KeyScript) -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 80, rows: 24)
    stage.type(keys)
    return stage
  }

  @Test func `commands fall through to the layer that handles them, keys stop at a modal one`() {
    let (low, high) = (StubLayer("low", "a", "b"), StubLayer("high", "a"))
    let stage = StubStage(low)
    low.outcome = .open(high)
    stage.type("a")
    low.outcome = .handled
    stage.type("ab")
    #expect(high.commands == ["a", "b"])
    #expect(low.commands == ["a", "a", "b"])
    high.outcome = .message("mine")
    stage.type("b")
    #expect(stage.statusLine == " mine")
    #expect(low.commands.count == 3)
    high.traits.insert(.modal)
    stage.type("b")
    #expect(stage.statusLine == " ! b does nothing here – ? for help")
    high.outcome = .close
    stage.type("a")
    #expect(high.isClosed)
    stage.type("b")
    #expect(low.commands.count == 4)
  }

  @Test func `an opaque layer is drawn alone, and a translucent one over the layer below`() {
    let (low, high) = (StubLayer("low", "a"), StubLayer("high"))
    let stage = StubStage(low)
    low.outcome = .open(high)
    stage.type("a")
    #expect(stage.browser.frame().description.hasPrefix("hig\n"))
    high.traits.insert(.translucent)
    high.row = 1
    #expect(stage.browser.frame().description.hasPrefix("low\nhig\n"))
    #expect(stage.sizes == [CellSize(columns: 40, rows: 5)])
    #expect(high.sizes == stage.sizes)
  }

  @Test func `a visible layer is woken at its interval, and no timer is left`() async {
    let layer = StubLayer("low", "a")
    let stage = StubStage(layer)
    layer.wakeInterval = .seconds(1)
    async let running: Void = stage.browser.run()
    await stage.clock.hasSleepers(1)
    for count in 1...3 {
      stage.clock.advance(by: .seconds(1))
      await stage.clock.hasSleepers(1)
      #expect(layer.wakeCount == count)
    }
    stage.clock.advance(by: .milliseconds(900))
    stage.mailbox.post(.redraw)
    stage.clock.advance(by: .milliseconds(100))
    await stage.clock.hasSleepers(1)
    #expect(layer.wakeCount == 4)
    stage.mailbox.post(.terminal(.key("?")))
    await stage.clock.hasSleepers(0)
    stage.mailbox.post(.wake)
    stage.mailbox.post(.terminal(.key("q")))
    await stage.clock.hasSleepers(1)
    #expect(layer.wakeCount == 4)
    stage.mailbox.post(.terminal(.closed))
    await running
    #expect(stage.clock.sleeperCount == 0)
  }
}

/// A browser of layers that only record their calls.
@MainActor
private final class StubStage {
  let clock = ManualClock()
  let mailbox = Mailbox<BrowserEvent>()
  let browser: Browser
  private let root: StubLayer

  init(_ root: StubLayer) {
    self.root = root
    browser = Browser(
      root: root,
      presenter: Presenter(
        on: MemoryScreen(size: CellSize(columns: 40, rows: 6)), clock: clock,
        formForScreen: { TileForm(symbols: .quadrants, colors: .direct) }),
      mailbox: mailbox, clock: clock)
  }

  var sizes: [CellSize] { root.sizes }

  func type(_ script: KeyScript) {
    for key in script.keys { browser.handle(.terminal(.key(key))) }
  }

  /// The last line of the screen, without the keys at its right.
  var statusLine: String {
    let line = browser.frame().description.split(separator: "\n").last ?? ""
    let hints = browser.layers.status.hints.joined(separator: "  ")
    guard line.hasSuffix(hints) else { return String(line) }
    return String(line.dropLast(hints.count).reversed().drop { $0 == " " }.reversed())
  }
}

/// A layer that records its calls, and has the outcome that a test sets.
@MainActor
private final class StubLayer: @MainActor RootLayer, @MainActor TimedLayer {
  var keys: BoundKeys
  var traits: LayerTraits = []
  var wakeInterval: Duration?
  var outcome = LayerOutcome.ignored
  var row = 0
  private(set) var commands: [String] = []
  private(set) var wakeCount = 0
  private(set) var sizes: [CellSize] = []
  private(set) var isClosed = false

  init(_ name: String, _ keys: Key...) {
    self.keys = BoundKeys(
      Keymap(
        name,
        entries: keys.map { Keymap.Entry(Command(rawValue: "\($0)"), $0, help: "does \($0)") }))
  }

  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    commands.append(command.rawValue)
    return outcome
  }

  func handle(_ event: BrowserEvent) -> LayerOutcome {
    if event == .wake { wakeCount += 1 }
    return .ignored
  }

  func resize(to area: CellSize, form: TileForm) {
    sizes.append(area)
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    let title = DisplayText(String(keys.keymap.title.prefix(3)))
    frame.canvas.draw(title, at: CellPoint(column: 0, row: row), columns: 3)
  }

  func didClose() {
    isClosed = true
  }
}
