import Browser
import Catalog
import ExpiringCache
import Grid
import Imaging
import Terminal

/// A scroll by script through a browser as the program puts it together, on a screen in memory, with
/// a stopwatch: some screens down, and back up.
@MainActor
struct ScrollRun {
  /// The screen, in character cells: large enough that several photos load, small enough that a short
  /// folder has several screens.
  static let size = CellSize(columns: 80, rows: 24)
  /// How many screens it goes down at most.
  private static let depth = 6
  private static let form = TileForm(symbols: .quadrants, colors: .direct)

  private let grid: GridViewModel
  private let browser: Browser
  private let screen = MemoryScreen(size: Self.size)
  private let mailbox = Mailbox<BrowserEvent>()

  /// One screen on the way, and the time until its last picture was on it.
  struct Step {
    let motion: String
    let photos: ClosedRange<Int>
    let time: Duration
  }

  /// Makes a browser of photos whose cells are one step larger than usual.
  init(limits: CacheLimits, options: PhotoOptions) {
    let tiles = Composition.tileCache(limits: limits)
    let mailbox = mailbox
    grid = GridViewModel(
      loader: Composition.imageManager(
        decodingBy: options.decoder.client(), cache: tiles,
        bitmaps: Composition.bitmapCache(besideTiles: limits)),
      memory: tiles, form: Self.form, area: Presenter.area(of: Self.size),
      onChange: { mailbox.post(.redraw) })
    browser = Browser(
      root: GridLayer(grid: grid, mailbox: mailbox, clock: ContinuousClock()),
      presenter: Presenter(on: screen, clock: ContinuousClock()) { Self.form }, mailbox: mailbox,
      clock: ContinuousClock())
    browser.handle(.terminal(.key("+")))
  }

  /// Runs the script over some photos, at least one; the screens in the order they were shown.
  func steps(through photos: [Photo]) async -> [Step] {
    var steps = [
      await step("first") { grid.show(CatalogSnapshot(photos: photos)) }
    ]
    for _ in 0..<Self.depth where lastVisible < photos.count {
      steps.append(await step("down") { browser.handle(.terminal(.key(.pageDown))) })
    }
    for _ in 1..<max(1, steps.count) {
      steps.append(await step("up") { browser.handle(.terminal(.key(.pageUp))) })
    }
    return steps
  }

  private func step(_ motion: String, _ move: () -> Void) async -> Step {
    let clock = ContinuousClock()
    let start = clock.now
    move()
    screen.present(browser.frame())
    while !grid.isAtRest {
      for event in await mailbox.drain() { browser.handle(event) }
      screen.present(browser.frame())
    }
    let time = start.duration(to: clock.now)
    return Step(motion: motion, photos: firstVisible...max(firstVisible, lastVisible), time: time)
  }

  private var firstVisible: Int { grid.selection.firstRow * grid.layout.columns + 1 }

  /// The number of the last photo of which something can be seen.
  private var lastVisible: Int { firstVisible + grid.visibleCells.count - 1 }
}
