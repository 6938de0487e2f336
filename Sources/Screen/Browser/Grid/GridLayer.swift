import Catalog
package import FileActions
package import Grid
package import Imaging
package import Logging
package import Terminal
package import Tiers
package import Values

/// The grid of photos: what the browser shows while nothing else is open.
package final class GridLayer: Layer {
  /// The keys of vim, less and nsxiv.
  package var keymap: Keymap { keys.keymap }
  /// These and those of the browser, as they are bound.
  var keys: BoundKeys { isCulling ? cullingKeys : usualKeys }
  private var usualKeys: BoundKeys
  private var cullingKeys: BoundKeys
  /// Whether keys rate photos, one after another.
  var isCulling = false { didSet { acting.keys = keys } }

  let grid: GridViewModel
  /// Whether every picture says where it came from.
  private(set) var hasBadges = false
  private let tiers: TierBoard
  private let holdings: () -> PictureHoldings?
  /// What photos that move are shown by.
  let clock: any Clock<Duration>
  private var pressure: MemoryPressureResponse
  private let keepsMemoryWhenSuspended: Bool
  private let isOffline: Bool
  private let opening: String?
  /// How photos are looked at by themselves.
  var viewing: ViewerSettings
  /// How many photos are marked before the browser ends; nil where it does not end by that.
  let pickLimit: Int?
  let stopwatch: Stopwatch
  private var seeds: SplitMix64
  let home: ByteString?
  /// What is done to the files of photos.
  let acting: PhotoActing
  /// How many notices about the sources have been on the screen when a key was typed.
  private var readNoticeCount = 0

  /// Makes a layer.
  /// - Parameters:
  ///   - grid: What it shows.
  ///   - mailbox: Where what is learnt of the tiers on disk is posted.
  ///   - clock: What tells one shortage of memory from the next, measures the photos of a slideshow, and what
  ///     photos that move are shown by.
  ///   - tiers: What looks after the caches on disk; nil where there are none.
  ///   - holdings: Says what the terminal holds of pictures.
  ///   - keepsMemoryWhenSuspended: Whether pictures stay in memory that cannot be seen while the
  ///     program is stopped.
  ///   - isOffline: Whether nothing is asked of the network, which the status line then says.
  ///   - viewing: How photos are looked at by themselves.
  ///   - pickLimit: How many photos are picked for another program, at least 1; nil where none are.
  ///   - seed: What random orders follow from.
  ///   - opening: What is read, to be told until there are photos; foreign text.
  ///   - home: The home folder of the user, which is written as `~`.
  ///   - actions: Does things to the files of photos; nil where nothing is done to them.
  ///   - copyPaths: Puts paths on the clipboard; false where it takes no more.
  ///   - programs: Runs other programs; nil where none are run.
  ///   - programSettings: What programs there are.
  ///   - log: Hears of what was done to files.
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

  /// Takes what a user has bound.
  package func bind(_ bindings: KeyBindings) {
    usualKeys = usualKeys.bound(by: bindings)
    cullingKeys = usualKeys.culling(by: bindings)
    acting.keys = keys
  }

  /// The seed of the next random order: short enough to be typed again.
  func nextSeed() -> UInt64 { seeds.next() % 10_000 }

  /// Where the selection is, and what is known of its photo.
  package var status: StatusLine? { status(of: grid.status) }

  /// The keys of the grid and of what opens over it.
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

  /// Moves the selection, or changes what is shown and kept of all photos.
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

  /// What is done to files by way of the command line.
  package var spoken: [Command] { PhotoActing.spokenCommands }

  /// Copies, moves or renames.
  package func handle(_ command: Command, argument: String) -> LayerOutcome {
    if let refusal = refusal(of: command) { return .said(refusal) }
    return acting.handle(command, argument: argument)
  }

  /// Looks folders up.
  package func complete(_ command: Command, argument: String) {
    acting.complete(command, argument: argument)
  }

  /// What is being done to files.
  package var unfinished: String? { acting.unfinished }

  /// Whether something is being done to files, or written beside them.
  package var isActing: Bool { acting.isUnderWay }

  /// Has all written that was said of photos, when nothing is shown any more; Ctrl-C ends that early.
  package func finish() async {
    await acting.finish(on: clock)
  }

  /// Ends the browser in the middle of what is being done.
  package func confirm(_ command: Command) -> LayerOutcome {
    _ = acting.handle(.close, count: nil)
    return .quit
  }

  /// Scrolls, selects and opens.
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

  /// Gives memory back, follows the terminal's background, and notes what is known of the tiers.
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
    // One photo alone is to be seen large, and so is one that was named.
    case .found: return openFirst()
    case .listed where grid.hasNamed: break
    case .listed:
      let isAlone = grid.arrangement.count == 1 && grid.selectedPhoto != nil
      if isAlone || viewing.beginsWithSlideshow { return openFirst() }
    // A stopped program holds no more memory than what can be seen takes.
    case .terminal(.stopAsked): if !keepsMemoryWhenSuspended { grid.discardHidden() }
    default: return .ignored
    }
    return .handled
  }

  /// Lays the grid out anew.
  package func resize(to area: CellSize, form: TileForm) {
    grid.resize(to: area, form: form)
  }

  /// Draws the cells, or what is to be said in their place.
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

  /// Lends cells once for several changes.
  package func combine(_ changes: () -> Void) {
    grid.combine(changes)
  }

  /// Takes the notices about the sources for read.
  package func acknowledge() {
    readNoticeCount = grid.status.notices.count
  }

  /// What the last line says of a status of this grid.
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

  /// The first notice about the sources that has not been read, and how many there are after it; all
  /// stand in the middle of the screen while there are no photos.
  private func newNotice(among notices: [CatalogNotice]) -> String? {
    guard !grid.isEmpty else { return nil }
    let new = notices.dropFirst(readNoticeCount)
    return new.first.map { "\($0)" + (new.count > 1 ? " (and \(new.count - 1) more)" : "") }
  }

  /// What is wrong with the sources of another folder is read anew.
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
    // What is wrong stays on the screen until it is no more.
    readNoticeCount = 0
    return switch count {
    case 0 where grid.status.notices.contains(where: \.isFailure): .handled
    case 0: .said("every photo here has its picture")
    case 1: .said("trying 1 photo again")
    default: .said("trying \(count) photos again")
    }
  }
}

/// How far memory is trimmed each time that it is short: by half first, and of all that cannot be seen
/// where the shortage goes on.
struct MemoryPressureResponse {
  /// How soon after another a shortage counts as the same.
  private static let patience = Duration.seconds(10)

  private let stopwatch: Stopwatch
  /// The time since the last shortage; nil before the first.
  private var sinceLast: (@Sendable () -> Duration)?

  init(clock: any Clock<Duration>) {
    stopwatch = Stopwatch(clock)
  }

  /// What to do now that memory is short.
  mutating func next() -> TrimLevel {
    let goesOn = sinceLast.map { $0() < Self.patience } ?? false
    sinceLast = stopwatch.start()
    return goesOn ? .allHidden : .half
  }
}
