import Imaging
import Pipeline
import TestSupport
import Terminal

@testable import Browser
@testable import RaceDemo

/// The demo in a browser on a screen in memory, used as a person uses it: pictures of numbers alone.
@MainActor
final class RaceSession {
  let screen: MemoryScreen
  let mailbox = Mailbox<BrowserEvent>()
  let clock = ManualClock()
  let browser: Browser

  init(columns: Int = 80, rows: Int = 24, symbols: SymbolSet = .quadrants) {
    screen = MemoryScreen(size: CellSize(columns: columns, rows: rows))
    let form = TileForm(symbols: symbols, colors: .none)
    browser = Browser(
      root: RaceLayer(
        story: RaceStory(seed: 1), photos: [], loader: ScriptedLoader(),
        area: Browser.area(of: screen.size), form: form, onChange: {}),
      screen: screen, mailbox: mailbox, clock: clock, formForScreen: { form })
  }

  /// What a reader of the screen sees.
  var text: String { browser.frame().description }

  func press(_ keys: Key...) {
    for key in keys { browser.handle(.terminal(.key(key))) }
  }

  /// Types keys by their characters.
  func type(_ keys: String) {
    for key in keys { press(.character(key)) }
  }

  func resize(columns: Int, rows: Int) {
    screen.resize(to: CellSize(columns: columns, rows: rows))
    browser.handle(.terminal(.resize(screen.size)))
  }

  /// Lets time pass until nothing happens by itself any more.
  func play() {
    while browser.layers.layers.last?.wakeInterval != nil { browser.handle(.wake) }
  }

  /// Takes the opening card away and goes on to the first late answer.
  func playToStop() {
    press(.enter)
    play()
  }

  /// Tells the whole story.
  func playToEnd() {
    playToStop()
    press(" ")
    play()
  }

  /// Lets one event after another happen until a text is shown.
  func step(until shown: String) {
    for _ in 0..<300 where !text.contains(shown) {
      press(".")
      play()
    }
  }
}
