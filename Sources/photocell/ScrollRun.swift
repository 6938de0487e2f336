import Browser
import Catalogs
import ExpiringCache
import Imaging
import Photos
import Terminal

/// A timed, scripted scroll down and back up through the real browser on an in-memory screen.
@MainActor
struct ScrollRun {
  /// Large enough that several photos load, small enough that a short folder has several screens.
  static let size = CellSize(columns: 80, rows: 24)
  private static let depth = 6
  private static let form = TileForm(symbols: .quadrants, colors: .direct)

  private let grid: GridViewModel
  private let browser: Browser
  private let screen = MemoryScreen(size: Self.size)
  private let mailbox = Mailbox<BrowserEvent>()

  /// One screen, and the time until its last photo was shown.
  struct Step {
    let motion: String
    let photos: ClosedRange<Int>
    let time: Duration
  }

  /// Makes a browser whose cells are one step larger than the default.
  init(limits: CacheLimits, options: PhotoOptions) {
    let tiles = Composition.tileCache(limits: limits)
    let mailbox = mailbox
    grid = GridViewModel(
      loader: Composition.pipeline(
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

  /// Runs the script over at least one photo; returns the screens in the order shown.
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

  /// Includes partially visible photos.
  private var lastVisible: Int { firstVisible + grid.visibleCells.count - 1 }
}
