import Base
import Catalogs
import FileActions
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

/// A browser on a screen in memory over photos that differ in the first letter of their names, and
/// that load when the test completes their loads.
@MainActor
final class BrowserStage {
  let loader = ScriptedLoader()
  /// The previews of folders, and the catalogs of those that are opened.
  let folders = ScriptedFolders()
  let clock: ManualClock
  let tiers = ScriptedTiers()
  let screen: MemoryScreen
  let demand = CatalogDemand(0)
  let grid: GridViewModel
  let browser: Browser
  /// The clipboard.
  let copied = CopiedPaths()
  let programs = ScriptedPrograms()
  /// The lines of the log.
  let logged = Recorder<String>()
  private let mailbox = Mailbox<BrowserEvent>()
  /// The tile form that the terminal reports to the browser.
  var form: TileForm {
    get { reported.form }
    set { reported.form = newValue }
  }
  private let reported: ReportedForm
  private let changes = ChangeBell()
  private var answered = 0

  init(
    _ names: [String], columns: Int = 40, rows: Int = 12, isComplete: Bool = true,
    symbols: SymbolSet = .quadrants, keepsMemoryWhenSuspended: Bool = false,
    isOffline: Bool = false, viewing: ViewerSettings = ViewerSettings(), opening: String? = nil,
    home: ByteString? = nil, pickLimit: Int? = nil, actions: FileActions? = nil,
    collections: CollectionFolder? = nil,
    facts: any PhotoFactsReading = FileFactsReader(),
    programSettings: ProgramSettings = ProgramSettings(), announcer: ScreenReaderAnnouncer? = nil,
    theme: Theme = .terminal, clock: ManualClock = ManualClock()
  ) {
    self.clock = clock
    let form = TileForm(symbols: symbols, colors: .direct)
    let reported = ReportedForm(form)
    self.reported = reported
    screen = MemoryScreen(size: CellSize(columns: columns, rows: rows))
    grid = GridViewModel(
      loader: loader, memory: loader.memory, form: form, area: Presenter.area(of: screen.size),
      demand: demand, facts: facts, folders: folders, onChange: changes.ring)
    let layer = GridLayer(
      grid: grid, mailbox: mailbox, clock: clock, tiers: tiers,
      holdings: { [weak screen] in screen?.holdings },
      keepsMemoryWhenSuspended: keepsMemoryWhenSuspended, isOffline: isOffline, viewing: viewing,
      pickLimit: pickLimit, opening: opening, home: home, actions: actions,
      collections: collections,
      copyPaths: { [copied] in copied.take($0) }, programs: programs,
      programSettings: programSettings, log: .recorded(by: logged))
    browser = Browser(
      root: layer,
      presenter: Presenter(
        on: screen, clock: clock, theme: theme, announcer: announcer,
        formForScreen: { reported.form }),
      mailbox: mailbox, clock: clock, allowsMotion: viewing.allowsMotion)
    grid.show(
      CatalogSnapshot(listing: names.map(Photo.init(named:)), isComplete: isComplete))
  }

  /// A clipboard for three paths at most.
  final class CopiedPaths {
    private(set) var paths: [String] = []

    func take(_ new: [ByteString]) -> Bool {
      guard new.count <= 3 else { return false }
      paths = new.map(\.lossyText)
      return true
    }
  }

  private final class ReportedForm {
    var form: TileForm

    init(_ form: TileForm) {
      self.form = form
    }
  }

  /// Types keys one after another.
  func type(_ script: KeyScript) {
    for key in script.keys { browser.handle(.terminal(.key(key))) }
  }

  /// Types keys, and waits until the photos are arranged.
  func arrange(_ script: KeyScript) async {
    type(script)
    let grid = grid
    await changes.wait { grid.status.arranging.work == nil }
  }

  /// Waits for a condition that depends on what is shown.
  func wait(until isSo: @escaping @MainActor () -> Bool) async {
    await changes.wait { isSo() }
  }

  /// Answers the last request for metadata, and waits until the viewer has the metadata, or until
  /// `isShown`.
  func read(_ answer: Result<PhotoMetadata, ImageError.Cause>, isShown: String? = nil) async {
    _ = text
    guard let photo = loader.readings.questions.last else {
      Issue.record("No metadata is being read")
      return
    }
    loader.readings.give(answer, to: loader.readings.questions.count - 1)
    await wait { [self] in
      isShown.map(text.contains) ?? (viewerPanels?.facts.faces(of: photo) != nil)
    }
  }

  /// Answers the last request for a histogram, and waits until the viewer has it.
  func count(_ tones: ToneHistogram) async {
    _ = text
    guard let photo = loader.counts.questions.last?.request.photo else {
      Issue.record("No histogram is being made")
      return
    }
    loader.counts.give(.success(tones), to: loader.counts.questions.count - 1)
    await wait { [self] in viewerPanels?.histogram.histogram(of: photo) == tones }
  }

  private var viewerPanels: ViewerPanels? { (top as? ViewerLayer)?.panels }

  /// Puts events into the mailbox, for a browser that runs.
  func post(_ events: TerminalEvent...) {
    for event in events { mailbox.post(.terminal(event)) }
  }

  /// Puts keys into the mailbox, for a browser that runs.
  func post(keys: [Key]) {
    for key in keys { mailbox.post(.terminal(.key(key))) }
  }

  /// Handles events until all requested file actions are finished.
  func finishActions() async {
    while acting?.isRunning == true { await takeEvents() }
  }

  /// Waits for the end of the search for missing photos, which begins with the next listing.
  func finishSearch() async {
    await settleMainActor { [acting] in acting?.missingSearch != nil }
    await acting?.missingSearch?.value
    acting?.missingSearch = nil
  }

  /// Waits until an action has ended, and leaves its event and all earlier ones in the mailbox.
  func waitForAnswer() async {
    var events: [BrowserEvent] = []
    while !events.contains(where: { if case .acted = $0 { true } else { false } }) {
      events += await mailbox.drain()
    }
    mailbox.putBack(events)
  }

  /// The bottom layer.
  var layer: GridLayer? { browser.layers.root as? GridLayer }

  private var acting: FileOperationController? { layer?.acting }

  /// Handles the events that wait in the mailbox, at least one.
  func takeEvents() async {
    for event in await mailbox.drain() { browser.handle(event) }
  }

  /// Handles the events that wait in the mailbox, if there are any.
  func takePendingEvents() async {
    mailbox.post(.redraw)
    await takeEvents()
  }

  /// Completes every pending load with its tile, and the loads that follow from it.
  func settle() async {
    while answered < loader.requests.count || !grid.isAtRest {
      while answered < loader.requests.count {
        loader.complete(answered)
        answered += 1
      }
      await loader.settle()
    }
  }

  /// The characters on the screen now.
  var text: String {
    browser.frame().description
  }

  /// The layer on top.
  var top: (any Layer)? { browser.layers.layers.last }

  /// The last line of the screen, without its right end if that fits: key hints, and the loading
  /// progress.
  var statusLine: String {
    var line = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let loading = grid.status.loading
    for right in ["loading \(loading.finished)/\(loading.all)", hints] where line.hasSuffix(right) {
      line = line.dropLast(right.count)
      while line.hasSuffix("  ") { line = line.dropLast() }
      if line.hasSuffix(" ") { line = line.dropLast() }
    }
    return String(line)
  }

  private var hints: String { browser.layers.status.hints.joined(separator: "  ") }
}
