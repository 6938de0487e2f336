import Caching
import Catalog
package import Grid
package import Imaging
package import Terminal
package import Tiers
import Values

/// The browser itself: events in, frames out.
///
/// ```
/// keys, mouse, resize -> Mailbox -> handle -> Command -> GridViewModel -> PhotoCell -> ImageManager
///                         ^                                                 |
///                         +------------------- redraw ----------------------+
/// ```
/// All events that wait are handled before one frame is drawn, and cells are lent once for them, so a
/// burst of pictures costs one frame, and a key that repeats faster than the terminal draws never falls
/// behind. The terminal's reader stops after some keys, so there always is a frame.
package final class Browser {
  private let grid: GridViewModel
  private let screen: any Screen
  private let mailbox: Mailbox<BrowserEvent>
  private let clock: any Clock<Duration>
  private var relief: ReliefPlan
  private let keepsMemoryWhenSuspended: Bool
  private let isOffline: Bool
  private let opening: String?
  private let formForScreen: () -> TileForm
  private var form: TileForm
  /// What the terminal has said of its background.
  private var background: RGB?
  private let keymap = Keymap.standard
  private var interpreter: KeyInterpreter
  /// Tells whether the browser goes on.
  private(set) var isRunning = true
  /// The first line of the help that is shown; nil while the help is closed.
  private var helpOffset: Int?
  /// Whether every picture tells where it came from.
  private var hasBadges = false
  /// The panel of the caches; nil while it is closed.
  private var panel: CachePanel?
  private let tiers: (any TierKeeping)?
  /// What is known of the tiers on disk.
  private var board = TierBoard()
  /// What the last command has to say, until the next key.
  private var message: String?
  /// What is said beside the photo's facts for as long as the browser runs.
  private var warning: String?
  /// How many notices about the sources have been on the screen when a key was typed.
  private var readNoticeCount = 0

  /// Makes a browser.
  /// - Parameters:
  ///   - grid: What it shows.
  ///   - screen: Where it shows it.
  ///   - mailbox: Where its events come from.
  ///   - clock: What drives the panel of the caches while it is open.
  ///   - tiers: What looks after the caches on disk; nil where there are none.
  ///   - keepsMemoryWhenSuspended: Whether pictures stay in memory that cannot be seen while the
  ///     program is stopped.
  ///   - isOffline: Whether nothing is asked of the network, which the status line then says.
  ///   - opening: What is read, to be told until there are photos; foreign text.
  ///   - formForScreen: Says what pictures are drawn with now; asked again after a resize, because
  ///     the font may have changed.
  package init(
    grid: GridViewModel, screen: any Screen, mailbox: Mailbox<BrowserEvent>,
    clock: any Clock<Duration>, tiers: (any TierKeeping)? = nil,
    keepsMemoryWhenSuspended: Bool = false, isOffline: Bool = false, opening: String? = nil,
    formForScreen: @escaping () -> TileForm
  ) {
    self.grid = grid
    self.screen = screen
    self.mailbox = mailbox
    self.clock = clock
    self.tiers = tiers
    relief = ReliefPlan(clock: clock)
    self.keepsMemoryWhenSuspended = keepsMemoryWhenSuspended
    self.isOffline = isOffline
    self.opening = opening
    self.formForScreen = formForScreen
    form = formForScreen()
    grid.wordRows = { PhotoWords($0, in: $1).lines.count }
    interpreter = KeyInterpreter(keymap: keymap)
    resize()
  }

  /// Shows the frame that belongs on the screen now.
  package func show() {
    screen.present(frame())
  }

  /// Handles events, and shows what they change, until the user quits or the terminal is gone.
  package func run() async {
    while isRunning {
      if panel == nil { await takeEvents() } else { await runWithPanel() }
    }
  }

  /// Goes on as long as the panel is open, and draws it twice a second; nothing of that is left when
  /// it is closed.
  private func runWithPanel() async {
    await withTaskGroup { group in
      group.addTask { [clock, mailbox] in
        while (try? await clock.sleep(for: .milliseconds(500))) != nil { mailbox.post(.redraw) }
      }
      while isRunning, panel != nil { await takeEvents() }
      group.cancelAll()
    }
  }

  private func takeEvents() async {
    let events = await mailbox.drain()
    grid.combine {
      for event in events where isRunning { handle(event) }
    }
    if isRunning { show() }
  }

  /// The frame that belongs on the screen now.
  package func frame() -> Canvas {
    var canvas = Canvas(size: screen.size)
    if let helpOffset {
      HelpView(keymap: keymap, offset: helpOffset).draw(into: &canvas, area)
    } else if let content = grid.viewerContent, let photo = grid.viewedPhoto {
      ViewerView(content: content, photo: photo, hasBadge: hasBadges).draw(into: &canvas, area)
    } else if grid.photos.isEmpty {
      NoticeView(notices: grid.status.notices).draw(into: &canvas, area)
    } else {
      GridView(cells: grid.visibleCells, hasBadges: hasBadges).draw(into: &canvas)
    }
    if helpOffset == nil { drawPanel(into: &canvas, area) }
    StatusLine(
      status: grid.status, message: message ?? newNotice, warning: warning, isOffline: isOffline,
      opening: opening, pending: interpreter.pending
    ).draw(into: &canvas)
    return form.symbols == .ascii ? canvas.inASCII : canvas
  }

  /// Takes one event in; what it changes is seen in the next frame.
  package func handle(_ event: BrowserEvent) {
    switch event {
    case .terminal(let event): handle(event)
    case .memoryShort: relieveMemory()
    case .notice(let text): message = text
    case .warning(let text): warning = text
    case .measured(let tier, let usage): board.take(usage, of: tier)
    case .cleared(let tier, let removed): tell(removed, clearedFrom: tier)
    case .redraw: break
    }
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .key(let key): type(key)
    case .mouse(let action, let point): use(mouse: action, at: point)
    case .resize: resize()
    case .background(let color): stand(on: color)
    case .stopAsked: suspend()
    case .resumed:
      screen.invalidate()
      resize()
    case .closed: isRunning = false
    }
  }

  private func drawPanel(into canvas: inout Canvas, _ area: Rect) {
    let layout = CachePanelLayout(over: area)
    panel?.refresh(from: grid, rows: layout.listedRows)
    guard let panel else { return }
    CachePanelView(panel: panel, tiers: board.measured, scale: BlockScale(symbols: form.symbols))
      .draw(into: &canvas, layout)
  }

  /// The first notice about the sources that has not been read, and how many there are after it; all
  /// stand in the middle of the screen while there are no photos.
  private var newNotice: String? {
    guard !grid.photos.isEmpty else { return nil }
    let new = grid.status.notices.dropFirst(readNoticeCount)
    return new.first.map { "\($0)" + (new.count > 1 ? " (and \(new.count - 1) more)" : "") }
  }

  /// Takes what is said for read.
  private func clearMessage() {
    if message == nil { readNoticeCount = grid.status.notices.count }
    message = nil
  }

  private func type(_ key: Key) {
    clearMessage()
    guard let order = interpreter.interpret(key) else { return }
    if helpOffset != nil {
      performInHelp(order.command, times: order.count ?? 1)
    } else if panel != nil {
      performInPanel(order.command, times: order.count)
    } else {
      perform(order.command, times: order.count)
    }
  }

  private func perform(_ command: Command, times: Int?) {
    switch command {
    case .open: toggleViewer()
    case .larger: grid.zoom(by: times ?? 1)
    case .smaller: grid.zoom(by: -(times ?? 1))
    case .reset: say(grid.resetVisible(), from: "the screen")
    case .emptyMemory: say(grid.emptyMemory(), from: "memory")
    case .retry: retry()
    case .badges: hasBadges.toggle()
    case .cachePanel: openPanel()
    case .help: helpOffset = 0
    case .redraw: screen.invalidate()
    case .suspend: suspend()
    case .back: if !closeViewer() { isRunning = false }
    case .close: _ = closeViewer()
    case .quit: isRunning = false
    default: if let motion = command.motion { move(motion, times) }
    }
  }

  private func performInHelp(_ command: Command, times: Int) {
    switch command {
    case .help, .back, .close, .open: helpOffset = nil
    case .quit: isRunning = false
    case .redraw: screen.invalidate()
    case .suspend: suspend()
    case .first: helpOffset = 0
    case .last: scrollHelp(by: HelpView(keymap: keymap, offset: 0).lineCount)
    default:
      let lines = command.steps(times: times, page: max(1, area.size.rows - 1))
      if let lines { scrollHelp(by: lines) }
    }
  }

  /// In the panel the keys that move go through its list; those that open or resize rest.
  private func performInPanel(_ command: Command, times: Int?) {
    let rows = CachePanelLayout(over: area).listedRows
    panel?.refresh(from: grid, rows: rows)
    switch command {
    case .cachePanel, .back, .close: panel = nil
    case .remove:
      if let removed = panel?.removeSelected(from: grid) { say(removed, from: "memory") }
    case .clearThumbnails: clear(.thumbnails)
    case .clearResponses: clear(.responses)
    case .clearAll: [.thumbnails, .responses, .memory].forEach(clear)
    case .open, .larger, .smaller: break
    case .reset, .emptyMemory, .badges, .help, .redraw, .suspend, .quit:
      perform(command, times: times)
    default: panel?.move(command, times: times, page: rows)
    }
  }

  private func openPanel() {
    panel = CachePanel(of: grid)
    for tier in [StorageTier.thumbnails, .responses] { measure(tier) }
  }

  /// Has a tier on disk measured; the answer is an event, since that may take long.
  private func measure(_ tier: StorageTier) {
    guard let tiers, board.beginMeasuring(tier) else { return }
    tiers.measure(tier) { [mailbox] usage in mailbox.post(.measured(tier, usage)) }
  }

  /// Empties a tier, and leaves what is on the screen; what went from a disk is an event.
  private func clear(_ tier: StorageTier) {
    if tier == .memory {
      _ = board.beginClearing(tier)
      board.take(removed: TierUsage(grid.forgetAll()), of: tier)
    } else if let tiers, board.beginClearing(tier) {
      tiers.clear(tier) { [mailbox] removed in mailbox.post(.cleared(tier, removed)) }
    }
    message = "\(board.removal)"
  }

  private func tell(_ removed: TierUsage, clearedFrom tier: StorageTier) {
    board.take(removed: removed, of: tier)
    message = "\(board.removal)"
    if panel != nil { measure(tier) }
  }

  private func scrollHelp(by lines: Int) {
    let hidden = HelpView(keymap: keymap, offset: 0).lineCount - area.size.rows
    helpOffset = helpOffset.map { max(0, min($0 + lines, max(0, hidden))) }
  }

  /// While one photo fills the screen, up and down go by photos as well: there are no rows.
  private func move(_ motion: GridMotion, _ times: Int?) {
    let isViewing = grid.viewerContent != nil
    switch motion {
    case .up, .pageUp, .halfPageUp: grid.move(isViewing ? .left : motion, times: times)
    case .down, .pageDown, .halfPageDown: grid.move(isViewing ? .right : motion, times: times)
    default: grid.move(motion, times: times)
    }
  }

  private func use(mouse action: MouseAction, at point: CellPoint) {
    clearMessage()
    interpreter.forget()
    let isViewing = grid.viewerContent != nil
    switch action {
    case _ where helpOffset != nil: scrollHelp(by: action.rows)
    case _ where panel != nil: panel?.move(by: action.rows)
    case .wheelUp where isViewing: grid.move(.left)
    case .wheelDown where isViewing: grid.move(.right)
    case .wheelUp, .wheelDown: grid.scroll(byRows: action.rows)
    case .click where !isViewing: _ = grid.select(at: point)
    case .doubleClick: if isViewing || grid.select(at: point) { toggleViewer() }
    case .click: break
    }
  }

  private func toggleViewer() {
    if !closeViewer() { grid.openViewer() }
  }

  private func closeViewer() -> Bool {
    guard grid.viewerContent != nil else { return false }
    grid.closeViewer()
    return true
  }

  /// Stops the program; stopped, it holds no more memory than what can be seen takes.
  private func suspend() {
    if !keepsMemoryWhenSuspended { grid.discardHidden() }
    screen.suspend()
  }

  private func relieveMemory() {
    let bytes = grid.relieveMemory(relief.next())
    if bytes > 0 { message = "memory is short: gave back \(ByteCount(bytes))" }
  }

  private func say(_ removed: CacheUsage, from place: String) {
    let pictures = removed.count == 1 ? "1 picture" : "\(removed.count) pictures"
    message = "removed \(pictures) from \(place), \(ByteCount(removed.cost))"
  }

  private func retry() {
    let count = grid.retryFailures()
    // What is wrong stays on the screen until it is no more.
    readNoticeCount = 0
    message =
      switch count {
      case 0 where grid.status.notices.contains(where: \.isFailure): nil
      case 0: "every photo here has its picture"
      case 1: "trying 1 photo again"
      default: "trying \(count) photos again"
      }
  }

  private var area: Rect {
    Rect(origin: CellPoint(column: 0, row: 0), size: Self.area(of: screen.size))
  }

  private func resize() {
    form = formForScreen()
    form.background = background ?? form.background
    grid.resize(to: area.size, form: form)
  }

  private func stand(on color: RGB) {
    background = color
    form.background = color
    grid.stand(on: color)
  }

  /// The screen without the status line.
  package static func area(of size: CellSize) -> CellSize {
    CellSize(columns: max(1, size.columns), rows: max(1, size.rows - 1))
  }
}

extension MouseAction {
  /// The rows that the wheel scrolls, downwards positive.
  fileprivate var rows: Int {
    switch self {
    case .wheelUp: -1
    case .wheelDown: 1
    case .click, .doubleClick: 0
    }
  }
}
