package import Base
package import Catalogs
package import FileActions
package import Imaging
package import Photos
package import Storage
package import Terminal

package final class GridLayer: RootLayer {
  package var keys: BoundKeys { didSet { acting.keys = keys } }
  let grid: GridViewModel
  var hasBadges = false
  private let tiers: TierBoard
  private let holdings: () -> PictureHoldings?
  let clock: any Clock<Duration>
  private var sinceMemoryShortage: (@Sendable () -> Duration)?
  private let keepsMemoryWhenSuspended: Bool
  private let isOffline: Bool
  private let mailbox: Mailbox<BrowserEvent>
  private let opening: String?
  var viewing: ViewerSettings
  /// What `setIPTC` writes, from the configuration.
  package var iptc = IPTCFields()
  /// Called once, for the first export.
  package var makeExporter: () -> PhotoExporter? {
    get { acting.makeExporter }
    set { acting.makeExporter = newValue }
  }
  let pickLimit: Int?
  /// Of an import, which the grid confirms.
  package var offer: ImportOffer? {
    didSet { keys = BoundKeys(offer == nil ? .grid : .importingGrid) }
  }
  let stopwatch: Stopwatch
  private var seeds: SplitMix64
  let home: ByteString?
  let acting: FileOperationController
  private let panel: SelectedPhotoMetadata
  private var area = CellSize(columns: 0, rows: 0)
  /// Rows of the screen above the cells: none in a low window, else the header and a blank row.
  private var headerRows = 0
  private static let minRowsWithHeader = 26
  private var readNoticeCount = 0

  /// `pickLimit` is at least 1, or nil outside picking mode.
  ///
  /// `opening` names the source until photos arrive; it is unsanitized. `copyPaths` returns false
  /// if the clipboard cannot take so many paths.
  package init(
    grid: GridViewModel, mailbox: Mailbox<BrowserEvent>, clock: any Clock<Duration>,
    tiers: (any TierKeeping)? = nil, holdings: @escaping () -> PictureHoldings? = { nil },
    keepsMemoryWhenSuspended: Bool = false, isOffline: Bool = false,
    viewing: ViewerSettings = ViewerSettings(), pickLimit: Int? = nil, seed: UInt64 = 0,
    opening: String? = nil, home: ByteString? = nil, actions: FileActions? = nil,
    collections: CollectionFolder? = nil,
    copyPaths: @escaping ([ByteString]) -> Bool = { _ in false },
    programs: (any ProgramRunning)? = nil, programSettings: ProgramSettings = ProgramSettings(),
    log: Log = .none
  ) {
    self.grid = grid
    panel = SelectedPhotoMetadata(in: grid)
    self.tiers = TierBoard(tiers, mailbox: mailbox)
    self.holdings = holdings
    self.clock = clock
    self.keepsMemoryWhenSuspended = keepsMemoryWhenSuspended
    self.isOffline = isOffline
    self.mailbox = mailbox
    self.viewing = viewing
    self.pickLimit = pickLimit
    keys = BoundKeys(pickLimit == nil ? .grid : .pickingGrid)
    stopwatch = Stopwatch(clock)
    seeds = SplitMix64(seed: seed)
    self.opening = opening
    self.home = home
    acting = FileOperationController(
      on: grid, by: actions, home: home, collections: collections, copyPaths: copyPaths,
      programs: ExternalProgramController(
        on: grid, by: programs, settings: programSettings, mailbox: mailbox), mailbox: mailbox,
      log: log)
  }

  package var status: StatusLine? {
    var line = status(of: grid.status)
    // The header shows them.
    if headerRows > 0 {
      (line.place, line.order, line.arrangement, line.trailing) = ([], "", [], [])
    }
    return line
  }

  package var help: HelpText {
    HelpText(
      keymaps: [
        keys.usual, .viewer, .comparison, .culling, .trash, .cachePanel, .line, .commandLine,
        .answer,
      ],
      notes: [
        ("digits", "a count for the next command: 5\(keys[.down]) moves five rows down"),
        (
          "mouse",
          "wheel: scroll; click: select; double click: open; right button: mark"
        ),
      ], filters: FilterHelp.notes)
  }

  package func complete(_ command: Command, argument: String) {
    acting.complete(command, argument: argument)
  }

  package var unfinished: String? { acting.unfinished }

  package var isActing: Bool { acting.isRunning }

  /// Writes all pending ratings; Ctrl-C ends that early.
  package func finish() async { await acting.finish(on: clock) }

  package func abortUnfinished() { acting.stop() }

  package func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    let point = CellPoint(column: point.column, row: point.row - headerRows)
    switch action {
    case .wheelUp, .wheelDown: grid.scroll(byRows: action.rows)
    case .wheelLeft, .wheelRight: grid.scrub(by: action == .wheelLeft ? -1 : 1, at: point)
    case .click: if !grid.go(byScaleAt: point) { _ = grid.select(at: point) }
    case .drag: _ = grid.go(byScaleAt: point)
    case .dragOut: return grid.entry(at: point)?.entry.map(acting.dragOut) ?? .handled
    case .mark, .markDrag: return mark(at: point, isDrag: action == .markDrag)
    case .doubleClick: if grid.select(at: point) { return open() }
    }
    return .handled
  }

  package func handle(_ event: BrowserEvent) -> LayerOutcome {
    switch event {
    case .memoryShort: return trimMemory()
    case .measured(let tier, let usage): tiers.take(usage, of: tier)
    case .cleared(let tier, let removed): return .message(tiers.take(removed: removed, of: tier))
    case .acting(let progress): acting.show(progress)
    case .acted(let answer): return acting.take(answer)
    case .captionEdited(let caption, let text): return take(caption, text)
    case .keywordsFound(let change, let photos): return rename(change, in: photos)
    case .burstsFound(let id): if id == grid.selection.id { return openSurvey() }
    case .factsRead(let date?): return go(to: date)
    case .factsRead(nil): return grid.hasNoMatch ? noMatch : .ignored
    case .terminal(.background(let color)): grid.stand(on: color)
    case .terminal(.focused): grid.glance()
    // A single photo, or one named on the command line, opens in the viewer.
    case .found: return openFirst()
    case .listed where grid.hasNamed: break
    case .listed:
      let isAlone = grid.arrangement.count == 1 && grid.selectedPhoto != nil
      if isAlone || viewing.beginsWithSlideshow || viewing.beginsWithComparison {
        return openFirst()
      }
    // A stopped program keeps only what is visible.
    case .terminal(.stopAsked): if !keepsMemoryWhenSuspended { grid.discardHidden() }
    default: return .ignored
    }
    return .handled
  }

  /// The longest interval between events of one shortage of memory.
  private static let longestShortage = Duration.seconds(10)

  /// Trims memory by half at first, and everything hidden if the shortage persists.
  private func trimMemory() -> LayerOutcome {
    let persists = sinceMemoryShortage.map { $0() < Self.longestShortage } ?? false
    sinceMemoryShortage = stopwatch.start()
    let bytes = grid.trimMemory(toVisible: persists)
    return bytes > 0 ? .message("Low memory: \(ByteCount(bytes)) freed") : .handled
  }

  package func resize(to area: CellSize, form: TileForm) {
    self.area = area
    headerRows = area.rows >= Self.minRowsWithHeader ? 2 : 0
    grid.resize(
      to: CellSize(columns: panel.columns(in: area), rows: area.rows - headerRows),
      headerRows: headerRows, form: form)
  }

  func toggleFacts() {
    panel.toggle()
    resize(to: area, form: grid.form)
  }

  var panelLines: [String] { panel.lines(of: followSelection()) }

  /// The selected photo, whose facts the panel reads from now on; nil if it is hidden.
  private func followSelection() -> Photo? {
    guard panel.isShown else { return nil }
    panel.follow(grid.selectedPhoto, isLoaded: grid.isSelectionLoaded)
    return grid.selectedPhoto
  }

  package func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    if headerRows > 0 {
      let status = grid.status
      GridHeader(
        status, self.status(of: status), folderCount: grid.arrangement.folders.count, home: home,
        opening: opening
      ).draw(into: &frame.canvas, styles)
    }
    if grid.isEmpty {
      EmptyGridView(status: grid.status, home: home, keys: keys).draw(into: &frame, area, styles)
    } else {
      for var heading in grid.visibleHeadings {
        heading.frame.origin.row += headerRows
        HeadingView(heading: heading, home: home, styles: styles).draw(into: &frame.canvas)
      }
      var cells = grid.visibleCells
      for index in cells.indices { cells[index].frame.origin.row += headerRows }
      GridView(
        cells: cells, hasBadges: hasBadges, showsProgress: viewing.allowsMotion, styles: styles
      ).draw(into: &frame)
      if var scale = grid.timeScale {
        scale.frame.origin.row += headerRows
        frame.canvas.draw(scale, styles)
      }
      let room = Rect(
        column: 0, row: headerRows, columns: area.size.columns, rows: area.size.rows - headerRows)
      if let photo = followSelection() { _ = panel.draw(photo, into: &frame, room, styles) }
    }
  }

  package func combine(_ changes: () -> Void) { grid.combine(changes) }

  package func acknowledge() { readNoticeCount = grid.status.notices.count }

  func status(of status: GridStatus) -> StatusLine {
    var line = StatusLine(
      status, hasDetails: hasBadges, isOffline: isOffline, opening: opening, home: home)
    line.message = newNotice(among: status.notices)
    if let offerWords { line.trailing.append(offerWords) }
    if !viewing.allowsMotion, !line.progress.isEmpty { line.progress = "loading" }
    if let progress = acting.progress { line.progress = progress }
    let modes = [grid.marks.isInRange ? "visual mode" : nil, isCulling ? "culling mode" : nil]
    let words = (modes + [noteWords(of: status)]).compactMap(\.self).joined(separator: ": ")
    if !words.isEmpty { line.insert(fact: words) }
    return line
  }

  /// The first unread notice; without photos all are shown in the middle of the screen.
  private func newNotice(among notices: [CatalogNotice]) -> StatusMessage? {
    guard !grid.isEmpty else { return nil }
    let new = notices.dropFirst(readNoticeCount)
    return new.first.map {
      .warning("\($0)" + (new.count > 1 ? " (and \(new.count - 1) more)" : ""))
    }
  }
}

extension GridLayer {
  private func openFirst() -> LayerOutcome {
    guard !grid.arrangement.photoIndices.isEmpty, grid.viewer == nil else { return .handled }
    if grid.selectedFolder != nil { grid.select(grid.arrangement.photoIndices.lowerBound) }
    let viewer = ViewerLayer(over: self, isFirst: true)
    if viewing.beginsWithSlideshow { viewer.startSlideshow() }
    if viewing.beginsWithComparison { _ = viewer.viewer.compare(grid.arrangement.count) }
    return .open(viewer)
  }

  func retry() -> LayerOutcome {
    let count = grid.retryFailures()
    panel.readAgain()
    // Unresolved notices are shown again.
    readNoticeCount = 0
    return switch count {
    case 0 where grid.status.notices.contains(where: \.isFailure): .handled
    case 0: .message("Nothing to reload")
    case 1: .message("Reloading 1 photo")
    default: .message("Reloading \(count) photos")
    }
  }

  var cachePanel: CachePanelLayer {
    CachePanelLayer(
      over: grid, tiers: tiers, countsByItself: viewing.allowsMotion, holdings: holdings)
  }

  func open() -> LayerOutcome {
    if grid.openStack() { return .handled }
    guard let folder = grid.selectedFolder else {
      return grid.isEmpty ? .handled : .open(ViewerLayer(over: self))
    }
    return enter(folder)
  }

  private func enter(_ folder: Subfolder) -> LayerOutcome {
    readNoticeCount = 0
    grid.enter(folder)
    return .handled
  }

  func showCollections(named word: String? = nil) -> LayerOutcome {
    guard grid.viewer == nil else { return .ignored }
    let name = word.flatMap(CollectionFolder.name)
    guard word == nil || name != nil else { return .error("No such collection") }
    guard grid.enter(name.map(CollectionFolder.address) ?? CollectionFolder.root) else {
      return .warning("These photos are not of one folder; run photocell @")
    }
    readNoticeCount = 0
    return .handled
  }

  func leaveCollections() -> LayerOutcome {
    let isShown = grid.place == CollectionFolder.root && grid.viewer == nil && !grid.isTrash
    return isShown && grid.goUp() == .gone ? .handled : .ignored
  }

  func goUp(times: Int) -> LayerOutcome {
    // The layer above the grid shows a photo of this folder.
    guard grid.viewer == nil else { return .ignored }
    if grid.foldStack() { return .handled }
    // The list of subfolders remembers none.
    if grid.status.isRecursive, grid.markedCount > 0 { return marksRefusal }
    for _ in 0..<max(1, times) {
      switch grid.goUp() {
      case .gone: readNoticeCount = 0
      case .isTop: return .message("This is the top folder")
      case .isNowhere: return .warning("These photos have no common parent folder")
      }
    }
    return .handled
  }

  private var marksRefusal: LayerOutcome {
    .warning("Clear the marks first (\(keys["clear-marks"])): the list of subfolders keeps none")
  }

  /// The photos of the subfolders, too, or only those of this folder again.
  func toggleSubfolders() -> LayerOutcome {
    guard grid.viewer == nil else { return .ignored }
    guard grid.markedCount == 0 else { return marksRefusal }
    readNoticeCount = 0
    return grid.toggleSubfolders()
      ? .handled : .warning("These photos are not of one folder on disk")
  }

  package func go(to place: String) -> LayerOutcome {
    guard !grid.isEmpty else { return .ignored }
    let place = HeadingView.date(named: place) ?? place
    let number = Int(place)
    if let number, (1...grid.arrangement.count).contains(number) {
      grid.select(number - 1)
      return .handled
    }
    let date = Filter("date:\(place)")
    if date.problems.isEmpty,
      !grid.readFacts(for: date, { [mailbox] in mailbox.post(.factsRead(date: place)) })
    {
      return .handled
    }
    if number != nil, !date.problems.isEmpty || grid.index(ofFirst: date) == nil {
      let kinds = grid.arrangement.folders.isEmpty ? "photos" : "folders and photos"
      return .message("Only \(grid.arrangement.count) \(kinds) here")
    }
    guard date.problems.isEmpty else {
      guard let index = grid.index(ofFirst: Filter(named: place)) else {
        return .error("No command or photo named “\(place)”")
      }
      grid.select(index)
      return .handled
    }
    if let index = grid.index(ofFirst: date, fromStart: true) {
      grid.selectAtTop(index)
      return .handled
    }
    let later = Filter("date:>=\(place)")
    guard later.problems.isEmpty, let next = grid.earliest(later) else {
      return .warning("No photo \(scope)was taken in \(place)")
    }
    grid.selectAtTop(next.index)
    let day = HeadingView.words(for: next.day)
    return .message("No photo \(scope)was taken in \(place) – next: \(day)")
  }

  var scope: String {
    guard grid.filter.isEmpty else { return "that matches \(grid.filter.text) " }
    return grid.status.hasSubfolders ? "in this folder " : ""
  }

  /// Ends the first of: culling, a running action, a range, a stack, the search, the filter.
  func stepBack() -> LayerOutcome {
    // A layer above the grid is closed first.
    let isOnTop = grid.viewer == nil
    if isCulling, isOnTop { return toggleCulling() }
    if acting.isRunning {
      acting.stop()
      return .handled
    }
    guard isOnTop else { return .ignored }
    if grid.marks.isInRange {
      grid.mark { marks, _ in marks.dropRange() }
      return .handled
    }
    if grid.foldStack() { return .handled }
    if !grid.search.text.isEmpty {
      grid.look(for: Filter(), from: nil)
    } else if !grid.filter.text.isEmpty {
      grid.show(only: Filter())
    } else {
      return .ignored
    }
    return .handled
  }

  /// Acts on the marked photos, or on the selected one; asks first if some of them are hidden.
  ///
  /// `deed` words the action, given the number of photos; nil if it needs no question. Refuses
  /// while marked photos are still loading, as only some of them would be acted on.
  func act(
    _ deed: (String) -> String? = { _ in nil }, onFolders: Bool = false,
    _ perform: @escaping () -> LayerOutcome
  ) -> LayerOutcome {
    let isOnFolder = grid.selectedFolder != nil && grid.viewer == nil && grid.markedCount == 0
    guard !isOnFolder || onFolders else {
      return .warning("That works on photos only – \(keys[.open]) opens the folder")
    }
    let unread = grid.unreadMarkCount
    guard unread == 0 else {
      return .warning("\(unread.grouped) marked photos are still being read; try again soon")
    }
    return acting.confirmingHidden(deed, perform)
  }
}

// MARK: Finding, sorting and grouping

extension GridLayer {
  func sort(by key: PhotoOrder.Key, isReversed: Bool) -> LayerOutcome {
    // Short enough to be typed.
    let seed = key == .random ? seeds.next() % 10_000 : 0
    var order = PhotoOrder(key, isReversed: isReversed, seed: seed)
    if key == .like {
      guard let entry = grid.selectedEntry else {
        return .warning("Select the photo that others are compared with")
      }
      order.model = PhotoOrder.Model(entry)
    }
    if let obstacle = grid.obstacle(toSortingBy: order) { return .warning(obstacle) }
    grid.sort(by: order)
    return .handled
  }

  func toggleMarkedOnly() -> LayerOutcome {
    let count = grid.marks.count + grid.hiddenMarks.unlisted
    guard count > 0 || grid.filter.asks(for: [.marked]) else {
      let elsewhere = grid.hiddenMarks.inOtherFolders > 0
      return .warning("No photo \(elsewhere ? "here " : "")is marked – \(keys[.mark]) to mark")
    }
    grid.show(only: grid.filter.togglingMarked)
    return .handled
  }

  var filtering: LinePurpose {
    grid.prepareNames()
    let before = grid.filter
    return LinePurpose(
      "filter:", grid, filter: { [grid] in grid.filter },
      change: { [grid] in grid.show(only: Filter($0, this: grid.selection.id)) },
      accept: { [grid] in
        grid.keepSelection()
        return .handled
      },
      cancel: { [grid] in grid.show(only: before) })
  }

  var searching: LinePurpose {
    grid.prepareNames()
    let (before, origin) = (grid.search, grid.selection.id)
    return LinePurpose(
      "search:", grid, filter: { [grid] in grid.search },
      change: { [grid] in grid.look(for: Filter($0, this: origin), from: origin) },
      accept: { [self] in endSearch() },
      cancel: { [grid] in grid.look(for: before, from: origin, goesOn: false) })
  }

  func filter(by text: String) -> LayerOutcome {
    apply(text) { filter in
      grid.show(only: filter)
      grid.keepSelection()
      return .handled
    }
  }

  func search(for text: String) -> LayerOutcome {
    apply(text) {
      grid.look(for: $0, from: grid.selection.id)
      return endSearch()
    }
  }

  /// Says that nothing matches, at the latest when the facts are known.
  private func endSearch() -> LayerOutcome {
    let isKnown = grid.readFacts(for: grid.search) { [mailbox] in
      mailbox.post(.factsRead(date: nil))
    }
    return isKnown && grid.hasNoMatch ? noMatch : .handled
  }

  private var noMatch: LayerOutcome { .warning("No photo matches \(grid.search.text)") }

  private func apply(_ text: String, _ change: (Filter) -> LayerOutcome) -> LayerOutcome {
    let filter = Filter(text, this: grid.selection.id)
    if let problem = filter.problems.first { return .error("\(problem)") }
    grid.prepareNames()
    return change(filter)
  }

  func goToMatch(by steps: Int) -> LayerOutcome {
    switch grid.goToMatch(by: steps) {
    case .found: .handled
    case .foundBeyondEnd where steps > 0: .message("Search continues at the first photo")
    case .foundBeyondEnd: .message("Search continues at the last photo")
    case .noMatch: noMatch
    case .noSearch: .warning("Search first: \(keys[.search])")
    }
  }

  func group(by grouping: PhotoGrouping) -> LayerOutcome {
    if let obstacle = grid.obstacle(toGroupingBy: grouping) { return .warning(obstacle) }
    grid.group(by: grouping)
    return .handled
  }

  func toggleStacks() -> LayerOutcome {
    if !grid.foldsBursts, let obstacle = grid.obstacleToStacks {
      return .warning(obstacle)
    }
    grid.toggleStacks()
    return .handled
  }

  func moveToGroup(by steps: Int) -> LayerOutcome {
    guard !grid.moveToGroup(by: steps) else { return .handled }
    let ways = PhotoGrouping.allCases.filter { $0 != .none }.map { keys[.group(by: $0)] }
    let most = ways.dropLast().joined(separator: ", ")
    return .warning("No groups yet – \(most) or \(ways[ways.count - 1]) to group")
  }
}

// MARK: Marks

extension GridLayer {
  private var markRefusal: String { "Folders cannot be marked – \(keys[.open]) opens them" }

  /// Changes marks, and quits once the wanted number of photos is marked.
  ///
  /// `count` is how many photos are marked or unmarked at once; `change` returns why it cannot be.
  private func mark(_ count: Int = 1, _ change: () -> String?) -> LayerOutcome {
    guard !grid.isEmpty else { return .ignored }
    guard grid.canMark(count) else {
      return .warning(
        "At most \(Marks.pagedLimit.grouped) photos can be marked here; filter them first")
    }
    if let refusal = change() { return .warning(refusal) }
    guard let pickLimit, !grid.marks.isInRange, grid.markedCount >= pickLimit else {
      return .handled
    }
    return .quit
  }

  private func mark(
    _ count: Int = 1, _ change: (inout Marks, Arrangement) -> Void
  ) -> LayerOutcome {
    mark(count) {
      grid.mark(change)
      return nil
    }
  }

  func toggleMarks(_ count: Int) -> LayerOutcome {
    mark(count) {
      guard !grid.marks.isInRange else {
        grid.mark { marks, _ in marks.endRange() }
        return nil
      }
      let index = grid.selection.index
      let end = min(grid.arrangement.count, index + max(1, count))
      guard end > grid.arrangement.photoIndices.lowerBound else { return markRefusal }
      grid.mark { marks, arrangement in marks.toggle(arrangement.photoIDs(in: index..<end)) }
      return nil
    }
  }

  func markNext(_ count: Int) -> LayerOutcome {
    let outcome = toggleMarks(count)
    if case .handled = outcome { grid.move(.right, times: max(1, count)) }
    return outcome
  }

  func markThrough() -> LayerOutcome {
    let index = grid.selection.index
    return mark(grid.marks.reach(to: index, in: grid.arrangement) ?? 1) {
      guard grid.mark({ $0.extend(to: index, in: $1) }) else {
        return "Mark a photo first (\(keys[.mark])); \(keys[.markThrough]) marks from there"
      }
      return nil
    }
  }

  func toggleMarkRange() -> LayerOutcome {
    mark { marks, arrangement in
      marks.isInRange
        ? marks.endRange() : marks.beginRange(at: arrangement[grid.selection.index].id)
    }
  }

  func markMany(_ change: (inout Marks, Arrangement) -> Void) -> LayerOutcome {
    mark(grid.arrangement.count, change)
  }

  func clearMarks() -> LayerOutcome {
    mark(0) {
      grid.clearMarks()
      return nil
    }
  }

  private func mark(at point: CellPoint, isDrag: Bool) -> LayerOutcome {
    guard let entry = grid.entry(at: point) else { return .handled }
    guard entry.photo != nil else { return isDrag ? .handled : .warning(markRefusal) }
    let id = entry.id
    return mark(0) { marks, _ in isDrag ? marks.extend(to: id) : marks.toggle([id]) }
  }

  func pick() -> LayerOutcome {
    if let folder = grid.selectedFolder, grid.viewer == nil { return enter(folder) }
    guard grid.markedCount == 0 else {
      return acting.confirmingHidden({ "Pick \($0)" }) { .quit }
    }
    return mark { $0.toggle([$1[grid.selection.index].id]) }
  }
}

// MARK: Rating

extension GridLayer {
  var isCulling: Bool { keys.isCulling }

  func toggleCulling() -> LayerOutcome {
    keys.isCulling.toggle()
    if isCulling { grid.showRatings() }
    return .handled
  }

  func rate(_ note: RatingChange) -> LayerOutcome {
    let chosen = grid.chosenEntries
    return acting.confirmingHidden({ "Rate \($0): \(note)" }) { [self] in
      self.note(note, of: chosen) { [grid] in
        guard chosen.count == 1, chosen[0].id == grid.selection.id else { return }
        // The next frame of the stack takes its place.
        if note == .reject, grid.hasOthers(inStackOf: chosen[0].id) { return }
        grid.move(.right)
      }
    }
  }

  func note(_ note: RatingChange, of entries: [CatalogEntry], advance: () -> Void) -> LayerOutcome {
    guard !entries.isEmpty else { return .ignored }
    let outcome = acting.note(note, of: entries)
    if isCulling, viewing.advances, case .handled = outcome { advance() }
    return outcome
  }

  func openSurvey() -> LayerOutcome {
    if let refusal = surveyRefusal { return .warning(refusal) }
    return .open(ViewerLayer(surveying: self))
  }

  var surveyRefusal: String? {
    guard let id = grid.selection.id, grid.selectedPhoto != nil else {
      return "No photo is selected"
    }
    guard grid.findBursts({ [mailbox] in mailbox.post(.burstsFound(id)) }) else {
      return "Finding bursts… opens when done"
    }
    let frames = grid.burst(of: id)
    guard frames.count > 1 else { return "This photo is not part of a burst" }
    let isDone = frames.count { !grid.facts.isRejected($0) } < 2
    return isDone ? "Fewer than two frames of this burst are left" : nil
  }

  private func noteWords(of status: GridStatus) -> String? {
    guard let id = status.id else { return nil }
    let facts = grid.facts[id]
    let stars = facts?.rating.flatMap { rating -> String? in
      switch rating {
      case 0: nil
      case ..<0: "rejected"
      default: String(repeating: "★", count: rating)
      }
    }
    let sharpest = grid.sharpestCount(id).map { "sharpest of \($0)" }
    let words = [facts?.isPicked == true ? "picked" : nil, stars, facts?.label, sharpest]
    let text = words.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? nil : text
  }
}
