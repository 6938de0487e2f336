import Base
import Browser
import Catalogs
import ExpiringCache
import Imaging
import Photos
import Terminal

/// `photocell --compare-cache DIR`: times the same scroll without and with the memory cache.
@MainActor
struct CacheComparison {
  let folder: ByteString
  let options: PhotoOptions
  let isRecursive: Bool

  /// The first of three runs only warms the page cache.
  func perform() async throws {
    let photos = try await FolderCatalog.photos(in: folder, isRecursive: isRecursive)
    var runs: [[ScrollRun.Step]] = []
    for limits in [Composition.noMemory, Composition.noMemory, Composition.usualMemory] {
      runs.append(await ScrollRun(limits: limits, options: options).steps(through: photos))
    }
    let title = "the same scroll over \(photos.count) photos on \(ScrollRun.size)"
    let table = Self.table(without: runs[1], with: runs[2])
    try StandardOutput.write("\(title): time to the last picture\n\n\(table)")
  }

  private static func table(without: [ScrollRun.Step], with: [ScrollRun.Step]) -> String {
    let rows = zip(without, with).map { without, with in
      [
        without.motion, "\(without.photos.lowerBound)-\(without.photos.upperBound)",
        without.time.shortText, with.time.shortText,
      ]
    }
    let totals = [without, with].map { $0.reduce(.zero) { $0 + $1.time }.shortText }
    let heading = ["screen", "photos", "without cache", "with cache"]
    return TextTable(leftColumns: 1, rows: [heading] + rows + [["total", ""] + totals]).text
  }
}

/// Times a scroll down and back up, through the browser on a screen in memory.
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

  /// The time is that until the last photo of the screen was shown.
  struct Step {
    let motion: String
    let photos: ClosedRange<Int>
    let time: Duration
  }

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

  /// At least one photo; down and back up.
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

  private var lastVisible: Int { firstVisible + grid.visibleCells.count - 1 }
}
