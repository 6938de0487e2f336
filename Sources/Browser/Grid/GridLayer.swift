package import Base
import Catalogs
package import FileActions
package import Imaging
package import Photos
package import Storage
package import Terminal

/// The bottom layer of the browser: the grid of photos.
package final class GridLayer: Layer {
  package var keymap: Keymap { keys.keymap }
  var keys: BoundKeys { isCulling ? cullingKeys : usualKeys }
  private var usualKeys: BoundKeys
  private var cullingKeys: BoundKeys
  var isCulling = false { didSet { acting.keys = keys } }

  let grid: GridViewModel
  private(set) var hasBadges = false
  private let tiers: TierBoard
  private let holdings: () -> PictureHoldings?
  let clock: any Clock<Duration>
  private var pressure: MemoryPressureResponse
  private let keepsMemoryWhenSuspended: Bool
  private let isOffline: Bool
  private let opening: String?
  var viewing: ViewerSettings
  /// The number of marked photos at which the browser ends; nil if it does not.
  let pickLimit: Int?
  let stopwatch: Stopwatch
  private var seeds: SplitMix64
  let home: ByteString?
  let acting: PhotoActing
  /// How many source notices were on the screen at the last key press.
  private var readNoticeCount = 0

  /// `pickLimit` is at least 1, or nil outside picking mode.
  ///
  /// `opening` names what is being read until photos arrive; it is unsanitized. `copyPaths` returns
  /// false if the clipboard cannot take so many paths.
  package init(
    grid: GridViewModel, mailbox: Mailbox<BrowserEvent>, clock: any Clock<Duration>,
    tiers: (any TierKeeping)? = nil, holdings: @escaping () -> PictureHoldings? = { nil },
    keepsMemoryWhenSuspended: Bool = false, isOffline: Bool = false,
    viewing: ViewerSettings = ViewerSettings(), pickLimit: Int? = nil, seed: UInt64 = 0,
    opening: String? = nil, home: ByteString? = nil, actions: FileActions? = nil,
    copyPaths: @escaping ([ByteString]) -> Bool = { _ in false },
    programs: (any ProgramRunning)? = nil, programSettings: ProgramSettings = ProgramSettings(),
    log: Log = .none
  ) {
    self.grid = grid
    self.tiers = TierBoard(tiers, mailbox: mailbox)
    self.holdings = holdings
    self.clock = clock
    pressure = MemoryPressureResponse(clock: clock)
    self.keepsMemoryWhenSuspended = keepsMemoryWhenSuspended
    self.isOffline = isOffline
    self.viewing = viewing
    self.pickLimit = pickLimit
    let keymap = pickLimit == nil ? Keymap.grid : .pickingGrid
    (usualKeys, cullingKeys) = (BoundKeys(keymap), BoundKeys(keymap).culling())
    stopwatch = Stopwatch(clock)
    seeds = SplitMix64(seed: seed)
    self.opening = opening
    self.home = home
    acting = PhotoActing(
      on: grid, by: actions, home: home, copyPaths: copyPaths,
      programs: ProgramActing(
        on: grid, by: programs, settings: programSettings, mailbox: mailbox), mailbox: mailbox,
      log: log)
  }

  package func bind(_ bindings: KeyBindings) {
    usualKeys = usualKeys.bound(by: bindings)
    cullingKeys = usualKeys.culling(by: bindings)
    acting.keys = keys
  }

  /// The seed of the next random order, short enough to be typed.
  func nextSeed() -> UInt64 { seeds.next() % 10_000 }

  package var status: StatusLine? { status(of: grid.status) }

  package var help: HelpText {
    HelpText(
      keymaps: [usualKeys.keymap, .culling, .line, .commandLine, .answer, .viewer, .cachePanel],
      notes: FilterHelp.notes + [
        ("digits", "a count for the next command: 5 and \(keys[.down]) go five rows down"),
        (
          "mouse",
          "the wheel scrolls, a click selects, a double click opens, the right button marks"
        ),
      ])
  }

  package func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .open: return open()
    case .larger: grid.zoom(by: count ?? 1)
    case .smaller: grid.zoom(by: -(count ?? 1))
    case .reset: return .removed(grid.resetVisible(), from: "the screen")
    case .emptyMemory: return .removed(grid.emptyMemory(), from: "memory")
    case .retry: return retry()
    case .badges: hasBadges.toggle()
    case .cachePanel:
      return .open(
        CachePanelLayer(
          over: grid, tiers: tiers, countsByItself: viewing.allowsMotion, holdings: holdings))
    case .parentFolder: return goUp(command, count: count)
    default:
      guard let motion = GridMotion(command) else { return pickOrFind(command, count: count) }
      grid.move(motion, times: count)
    }
    return .handled
  }

  private func pickOrFind(_ command: Command, count: Int?) -> LayerOutcome {
    if let refusal = refusal(of: command) { return .said(refusal) }
    for answer in [cull, acting.handle, mark] {
      let outcome = answer(command, count)
      guard case .ignored = outcome else { return outcome }
    }
    let found = find(command, count: count)
    guard case .ignored = found else { return found }
    return group(command, count: count)
  }

  package var spoken: [Command] { PhotoActing.spokenCommands }

  package func handle(_ command: Command, argument: String) -> LayerOutcome {
    if let refusal = refusal(of: command) { return .said(refusal) }
    return acting.handle(command, argument: argument)
  }

  package func complete(_ command: Command, argument: String) {
    acting.complete(command, argument: argument)
  }

  package var unfinished: String? { acting.unfinished }

  package var isActing: Bool { acting.isUnderWay }

  /// Writes all pending ratings after the screen is closed; Ctrl-C ends that early.
  package func finish() async {
    await acting.finish(on: clock)
  }

  package func confirm(_ command: Command) -> LayerOutcome {
    _ = acting.handle(.close, count: nil)
    return .quit
  }

  package func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    switch action {
    case .wheelUp, .wheelDown: grid.scroll(byRows: action.rows)
    case .click: if !grid.go(byScaleAt: point) { _ = grid.select(at: point) }
    case .drag: _ = grid.go(byScaleAt: point)
    case .mark, .markDrag: return mark(at: point, isDrag: action == .markDrag)
    case .doubleClick: if grid.select(at: point) { return open() }
    }
    return .handled
  }

  package func handle(_ event: BrowserEvent) -> LayerOutcome {
    switch event {
    case .memoryShort:
      let bytes = grid.trimMemory(pressure.next())
      return bytes > 0 ? .said("memory is short: gave back \(ByteCount(bytes))") : .handled
    case .measured(let tier, let usage): tiers.take(usage, of: tier)
    case .cleared(let tier, let removed): return .said(tiers.take(removed: removed, of: tier))
    case .acting(let progress): acting.note(progress)
    case .acted(let answer): return acting.take(answer)
    case .terminal(.background(let color)): grid.stand(on: color)
    case .terminal(.focused): grid.glance()
    // A single photo, or one named on the command line, opens in the viewer.
    case .found: return openFirst()
    case .listed where grid.hasNamed: break
    case .listed:
      let isAlone = grid.arrangement.count == 1 && grid.selectedPhoto != nil
      if isAlone || viewing.beginsWithSlideshow { return openFirst() }
    // A stopped program keeps only what is visible.
    case .terminal(.stopAsked): if !keepsMemoryWhenSuspended { grid.discardHidden() }
    default: return .ignored
    }
    return .handled
  }

  package func resize(to area: CellSize, form: TileForm) {
    grid.resize(to: area, form: form)
  }

  package func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    if grid.isEmpty {
      EmptyGridView(status: grid.status, home: home, styles: styles)
        .draw(into: &frame, area)
    } else {
      for heading in grid.visibleHeadings {
        HeadingView(heading: heading, home: home, styles: styles).draw(into: &frame.canvas)
      }
      GridView(
        cells: grid.visibleCells, hasBadges: hasBadges, showsProgress: viewing.allowsMotion,
        styles: styles
      )
      .draw(into: &frame)
      if let scale = grid.timeScale {
        TimeScaleView(scale: scale, styles: styles).draw(into: &frame.canvas)
      }
    }
  }

  package func combine(_ changes: () -> Void) {
    grid.combine(changes)
  }

  package func acknowledge() {
    readNoticeCount = grid.status.notices.count
  }

  func status(of status: GridStatus) -> StatusLine {
    var line = StatusLine(
      status, hasDetails: hasBadges, isOffline: isOffline, opening: opening, home: home)
    line.message = newNotice(among: status.notices)
    if !viewing.allowsMotion, !line.progress.isEmpty { line.progress = "loading" }
    if let progress = acting.progress { line.progress = progress }
    let words = [isCulling ? "rating" : nil, noteWords(of: status)].compactMap(\.self).joined(
      separator: ": ")
    if !words.isEmpty {
      line.facts.insert(DisplayText(sanitising: Array(words.utf8)), at: min(1, line.facts.count))
    }
    return line
  }

  /// The first unread notice; without photos all are shown in the middle of the screen.
  private func newNotice(among notices: [CatalogNotice]) -> String? {
    guard !grid.isEmpty else { return nil }
    let new = notices.dropFirst(readNoticeCount)
    return new.first.map { "\($0)" + (new.count > 1 ? " (and \(new.count - 1) more)" : "") }
  }

  func forgetReadNotices() { readNoticeCount = 0 }

  private func openFirst() -> LayerOutcome {
    guard !grid.arrangement.photoIndices.isEmpty, grid.follower == nil else { return .handled }
    if grid.selectedFolder != nil { grid.select(grid.arrangement.photoIndices.lowerBound) }
    let viewer = ViewerLayer(over: self, isFirst: true)
    if viewing.beginsWithSlideshow { viewer.startSlideshow() }
    return .open(viewer)
  }

  private func retry() -> LayerOutcome {
    let count = grid.retryFailures()
    // Unresolved notices are shown again.
    readNoticeCount = 0
    return switch count {
    case 0 where grid.status.notices.contains(where: \.isFailure): .handled
    case 0: .said("every photo here has its picture")
    case 1: .said("trying 1 photo again")
    default: .said("trying \(count) photos again")
    }
  }
}

/// Trims memory by half at first, and everything hidden if the pressure persists.
struct MemoryPressureResponse {
  /// Events closer together than this count as the same shortage.
  private static let patience = Duration.seconds(10)

  private let stopwatch: Stopwatch
  private var sinceLast: (@Sendable () -> Duration)?

  init(clock: any Clock<Duration>) {
    stopwatch = Stopwatch(clock)
  }

  mutating func next() -> TrimLevel {
    let goesOn = sinceLast.map { $0() < Self.patience } ?? false
    sinceLast = stopwatch.start()
    return goesOn ? .allHidden : .half
  }
}
