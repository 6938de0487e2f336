import Browser
import Catalogs
import ImagePipeline
import Imaging
import RaceDemo
import Terminal
import TestSupport

/// The demo in a browser on a screen in memory, driven by keys: tiles with numbers alone, unless
/// there are photos.
@MainActor
final class RaceSession {
  let screen: MemoryScreen
  let mailbox = Mailbox<BrowserEvent>()
  let clock = ManualClock()
  let layer: RaceLayer
  let browser: Browser
  private let terminal: RaceTerminal

  init(
    columns: Int = 80, rows: Int = 24, symbols: SymbolSet = .quadrants, form: TileForm? = nil,
    photos: [Photo] = [], loader: any ImageLoading = InstantLoader(), theme: Theme = .terminal,
    allowsMotion: Bool = true
  ) {
    screen = MemoryScreen(size: CellSize(columns: columns, rows: rows))
    let terminal = RaceTerminal(form: form ?? TileForm(symbols: symbols, colors: .none))
    self.terminal = terminal
    layer = RaceLayer(
      story: RaceStory(seed: 1), photos: photos, loader: loader,
      area: Presenter.area(of: screen.size), form: terminal.form,
      allowsMotion: allowsMotion, onChange: { terminal.changeCount += 1 })
    browser = Browser(
      root: layer,
      presenter: Presenter(
        on: screen, clock: clock, theme: theme, formForScreen: { terminal.form }),
      mailbox: mailbox, clock: clock, allowsMotion: allowsMotion)
  }

  /// The characters on the screen now.
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

  /// Has the terminal reply that it supports another tile form.
  func answer(_ form: TileForm) {
    terminal.form = form
    browser.handle(.terminal(.capabilitiesChanged))
  }

  /// Waits until the photos have been loaded so many times; a task must be loading them.
  func waitForPhotos(times: Int = 1) async {
    await settleMainActor { terminal.changeCount == times }
  }

  /// Wakes the browser until the top layer needs no timer.
  func play() {
    while (browser.layers.layers.last as? any TimedLayer)?.wakeInterval != nil {
      browser.handle(.wake)
    }
  }

  /// Closes the opening card and plays to the first late response.
  func playToStop() {
    press(.enter)
    play()
  }

  /// Plays the whole story.
  func playToEnd() {
    playToStop()
    press(" ")
    play()
  }

  /// Steps from event to event until a text is shown.
  func step(until shown: String) {
    for _ in 0..<300 where !text.contains(shown) {
      press(".")
      play()
    }
  }
}

/// The tile form of a session's terminal, and how often the demo has reported a change.
@MainActor
private final class RaceTerminal {
  var form: TileForm
  var changeCount = 0

  init(form: TileForm) {
    self.form = form
  }
}
