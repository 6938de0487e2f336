import Base
import Browser
import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import Terminal

/// The program's browser, with timing between its steps.
@MainActor
struct PagingChild {
  nonisolated static let argument = "--paging-child"
  private static let rounds = 60

  let browser: Browser
  let grid: GridViewModel
  let mailbox: Mailbox<BrowserEvent>
  let screen: CursesScreen

  /// Pages through a folder on this process's terminal, and writes the times to a file.
  static func run(_ folder: String, opening: String, results: String) async throws {
    let session = try CursesSession(
      capabilities: TerminalCapabilities(environment: TerminalEnvironment([:]), colors: .direct))
    let form = TileForm(symbols: .quadrants, colors: session.screen.depth)
    let mailbox = Mailbox<BrowserEvent>()
    let cache = TileMemory(
      limits: CacheLimits(cost: 128 << 20), expiration: .after(.seconds(600)),
      clock: ContinuousClock())
    let manager = ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: DecoderClient(programs: .installed()))),
      cache: cache,
      width: 2,
      clock: ContinuousClock())
    let grid = GridViewModel(
      loader: manager, memory: cache, form: form, area: Presenter.area(of: session.screen.size),
      onChange: { mailbox.post(.redraw) })
    let browser = Browser(
      root: GridLayer(grid: grid, mailbox: mailbox, clock: ContinuousClock()),
      presenter: Presenter(on: session.screen, clock: ContinuousClock()) { form },
      mailbox: mailbox, clock: ContinuousClock())
    let child = PagingChild(
      browser: browser, grid: grid, mailbox: mailbox, screen: session.screen)
    let catalog = FolderCatalog(arguments: [ByteString(folder)], isRecursive: false)
    await grid.follow(catalog.snapshots())
    try Workshop.write(Array(await child.page(opening).utf8), to: results)
  }

  private func page(_ opening: String) async -> String {
    let round: [Key] =
      Array(repeating: .control("f"), count: 3) + Array(repeating: .control("b"), count: 3)
    await show(opening.isEmpty ? [] : [.enter])
    await show([])
    for key in round { await show([key]) }
    var lines: [String] = []
    for _ in 0..<Self.rounds {
      for key in round { lines.append(await press(key)) }
    }
    return lines.joined(separator: "\n")
  }

  private func show(_ keys: [Key]) async {
    for key in keys { browser.handle(.terminal(.key(key))) }
    present()
    while !grid.isAtRest {
      for event in await mailbox.drain() { browser.handle(event) }
      present()
    }
  }

  /// Draws a frame and waits until it is sent, as no main loop is running.
  private func present() {
    screen.present(browser.frame())
    screen.awaitSent()
  }

  /// One key press, step by step; times in nanoseconds.
  private func press(_ key: Key) async -> String {
    let clock = ContinuousClock()
    let start = clock.now
    browser.handle(.terminal(.key(key)))
    let handled = clock.now
    let frame = browser.frame()
    let drawn = clock.now
    let hasChanged = screen.stage(frame)
    let staged = clock.now
    if hasChanged { screen.send() }
    screen.awaitSent()
    let sent = clock.now
    for event in await mailbox.drain() { browser.handle(event) }
    let drained = clock.now
    present()
    let ended = clock.now
    let times = [
      start.duration(to: handled), handled.duration(to: drawn), drawn.duration(to: staged),
      staged.duration(to: sent), drained.duration(to: ended),
    ]
    return times.map { "\(Int($0 / .nanoseconds(1)))" }.joined(separator: " ")
  }
}
