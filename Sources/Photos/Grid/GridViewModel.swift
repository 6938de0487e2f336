package import Caching
package import Catalog
package import Imaging
package import Pipeline
import Values

/// The grid as a whole: its photos, what is selected, what can be seen, and the cells lent for it.
@MainActor
package final class GridViewModel {
  /// All photos, in the order of the catalog.
  package var photos: [Photo] { snapshot.photos }
  /// The selected photo's place among the photos.
  package private(set) var selection = 0
  /// The row of cells at the top of the screen.
  package private(set) var firstRow = 0
  /// Where the cells lie now.
  package private(set) var layout: GridLayout

  private var form: TileForm
  private let loader: any ImageLoading
  /// Where the loader keeps tiles.
  let memory: TileMemory
  let onChange: @MainActor () -> Void
  private let prefetcher: Prefetcher
  private let pins: TilePins
  private let demand: CatalogDemand
  /// What the catalog said last.
  private var snapshot = CatalogSnapshot(photos: [], isComplete: false)
  /// How many cells fewer, or with a negative number more, stand in a row than by default.
  private var zoom = 0
  /// Whether the selection last moved towards the first photo.
  private(set) var isMovingBack = false
  /// The cells lent for photos that can be seen, by the photos' places.
  private var cells: [Int: PhotoCell] = [:]
  /// The cells that wait to be lent again.
  private var spareCells: [PhotoCell] = []
  /// What shows the selected photo besides the grid, if anything does.
  weak var follower: (any SelectionFollowing)? { didSet { update() } }
  /// Whether more changes come before anything is shown.
  private var isCombining = false
  /// Whether the changes so far concern what can be seen.
  private var isUpdateDue = false

  /// Makes a grid without photos.
  /// - Parameters:
  ///   - loader: What loads the pictures.
  ///   - memory: Where the loader keeps them.
  ///   - form: What the pictures are drawn with.
  ///   - area: The room for the grid, in character cells.
  ///   - demand: Is told how many photos are wanted as somebody comes near to their end.
  ///   - onChange: Is called when something that is drawn has changed.
  package init(
    loader: any ImageLoading, memory: TileMemory, form: TileForm, area: CellSize,
    demand: CatalogDemand = CatalogDemand(0), onChange: @escaping @MainActor () -> Void
  ) {
    self.loader = loader
    self.memory = memory
    self.form = form
    self.demand = demand
    self.onChange = onChange
    prefetcher = Prefetcher(loader: loader, memory: memory)
    pins = TilePins(memory: memory)
    layout = Self.layout(area, zoom: 0, form)
    fitMemory()
  }

  // MARK: - What is drawn

  /// The cells of which something can be seen, in the order of their photos.
  package var visibleCells: [VisibleCell] {
    visibleRange.map { index in
      VisibleCell(
        frame: layout.frame(ofCell: index, firstRow: firstRow),
        content: cells[index]?.content ?? .placeholder,
        name: photos[index].name.bytes, isSelected: index == selection,
        isVideo: photos[index].onWeb?.isVideo == true)
    }
  }

  /// The selected photo; nil where there are none.
  package var selectedPhoto: Photo? { photos.isEmpty ? nil : photos[selection] }

  /// Whether every picture that can be seen is there, or known not to come.
  package var isAtRest: Bool { cellsInUse.allSatisfy(\.content.isFinal) }

  /// What is known of the grid and of the selected photo.
  package var status: GridStatus { status(showing: cells[selection]?.content ?? .placeholder) }

  /// What is known of the grid and of the selected photo, where that is shown so.
  func status(showing content: CellContent) -> GridStatus {
    GridStatus(
      position: photos.isEmpty ? 0 : selection + 1, count: photos.count,
      isReading: !snapshot.isComplete, hasMore: snapshot.hasMore,
      skippedCount: snapshot.skipped.count, notices: snapshot.notices,
      name: photos.isEmpty ? [] : photos[selection].name.bytes,
      picture: content.loadedTile, failureReason: content.failureReason)
  }

  // MARK: - What changes it

  /// Makes several changes of which only the end will be seen.
  ///
  /// Cells are lent, and loads begun, once for all of them: a key that repeats costs no more than its
  /// motion.
  package func combine(_ changes: () -> Void) {
    isCombining = true
    changes()
    isCombining = false
    guard isUpdateDue else { return }
    isUpdateDue = false
    update()
  }

  /// Takes over what the catalog knows; the selected photo stays selected as others come before it.
  package func show(_ snapshot: CatalogSnapshot) {
    let selected = isAtStart ? nil : photos[selection]
    self.snapshot = snapshot
    if let selected, let place = photos[min(selection, photos.count)...].firstIndex(of: selected) {
      selection = place
    }
    selection = max(0, min(selection, photos.count - 1))
    update()
  }

  /// Shows what the catalog knows, again and again, until it knows everything or the task ends.
  package func follow(_ snapshots: AsyncStream<CatalogSnapshot>) async {
    for await snapshot in snapshots { show(snapshot) }
  }

  /// Gives the grid another room, in character cells, and perhaps another form.
  package func resize(to area: CellSize, form: TileForm) {
    self.form = form
    layout = Self.layout(area, zoom: zoom, form)
    fitMemory()
    update()
  }

  /// Puts transparent pictures on a background; those in sight that are mixed with another one load
  /// again, and all others stay.
  package func stand(on background: RGB) {
    guard form.background != background else { return }
    let wanted = wantedRequests
    form.background = background
    carryTiles(from: wanted, to: wantedRequests)
    update()
  }

  /// Makes the cells larger, or with a negative number smaller, by columns a row.
  package func zoom(by step: Int) {
    layout = Self.layout(layout.area, zoom: zoom + step, form)
    zoom = GridLayout.defaultColumns(width: layout.area.columns) - layout.columns
    fitMemory()
    update()
  }

  /// Moves the selection and scrolls so that it can be seen.
  /// - Parameters:
  ///   - motion: The way to go.
  ///   - times: How often, or to which photo; nil where none was said.
  package func move(_ motion: GridMotion, times: Int? = nil) {
    guard !photos.isEmpty else { return }
    select(motion.destination(from: selection, times: times, of: photos.count, in: layout))
  }

  /// Selects the cell at a place in the area and tells whether there is one.
  package func select(at point: CellPoint) -> Bool {
    guard let index = layout.cell(at: point, firstRow: firstRow, of: photos.count) else {
      return false
    }
    select(index)
    return true
  }

  /// Scrolls by rows of cells; the selection comes along where it would go out of sight.
  package func scroll(byRows rows: Int) {
    guard !photos.isEmpty else { return }
    let row = selection / layout.columns
    let lastRow = (photos.count - 1) / layout.columns
    let top = max(0, min(firstRow + rows, max(0, lastRow - layout.wholeRows + 1)))
    isMovingBack = top < firstRow
    firstRow = top
    let shown = min(max(row, top), top + layout.wholeRows - 1)
    selection = min(shown * layout.columns + selection % layout.columns, photos.count - 1)
    update()
  }

  /// Takes the pictures off the screen and lets them load again; those in memory are back at once.
  /// - Returns: How many pictures were on the screen, and their bytes.
  package func resetVisible() -> CacheUsage {
    let shown = lentCells
    defer { for cell in shown { cell.reset() } }
    return CacheUsage(of: shown)
  }

  /// Lets every photo without a picture be tried again, those that can be seen at once, and every
  /// source that failed; a picture that can be seen and whose file has changed is loaded again.
  /// - Returns: How many photos those are.
  package func retryFailures() -> Int {
    loader.retryFailures()
    demand.retry()
    let retried = cellsInUse.filter { $0.content.failureReason != nil }
    for cell in retried { cell.reset() }
    loadChanged()
    return Set(retried.compactMap(\.photo)).count
  }

  /// Looks at the files of the pictures that can be seen, and loads those again that have changed.
  private func loadChanged() {
    let shown = cellsInUse.compactMap(\.shownPicture)
    Task.immediate { [weak self, loader] in
      let pictures = Dictionary(shown, uniquingKeysWith: { first, _ in first })
      let changed = await loader.forgetChanged(among: pictures)
      self?.reload(changed)
    }
  }

  /// The cells of the grid, and that which shows the selected photo besides.
  private var cellsInUse: [PhotoCell] { [follower?.cell].compactMap(\.self) + lentCells }

  private func reload(_ requests: Set<ImageRequest>) {
    for cell in cellsInUse {
      if let shown = cell.shownPicture, requests.contains(shown.0) { cell.reset() }
    }
  }

  /// Empties the memory cache and lets what can be seen load again.
  /// - Returns: How many pictures were removed, and their bytes.
  package func emptyMemory() -> CacheUsage {
    let removed = memory.removeAll()
    for cell in cellsInUse { cell.reset() }
    return removed
  }

  private static func layout(_ area: CellSize, zoom: Int, _ form: TileForm) -> GridLayout {
    GridLayout(
      area: area, columns: GridLayout.defaultColumns(width: area.columns) - zoom,
      cellAspect: form.cellAspect)
  }

  // MARK: - Lending cells

  private var isAtStart: Bool { photos.isEmpty || (selection == 0 && firstRow == 0) }

  /// The cells of the grid, the nearest to the selection first.
  private var lentCells: [PhotoCell] { nearestFirst(visibleRange).compactMap { cells[$0] } }

  private var visibleRange: Range<Int> {
    layout.visibleCells(firstRow: firstRow, of: photos.count)
  }

  private func select(_ index: Int) {
    if index != selection { isMovingBack = index < selection }
    selection = index
    update()
  }

  /// Takes a change over: at once, or with others at the end of `combine`.
  private func update() {
    firstRow = layout.firstRow(showing: selection, from: firstRow, of: photos.count)
    guard !isCombining else {
      isUpdateDue = true
      return
    }
    lendCells()
    onChange()
  }

  /// Lends a cell for every photo that can be seen and binds it, the nearest to the selection first.
  private func lendCells() {
    let visible = visibleRange
    for (index, cell) in cells where !visible.contains(index) {
      cell.unbind()
      spareCells.append(cell)
      cells[index] = nil
    }
    let order = nearestFirst(visible)
    let shown = order.map(request(at:))
    let ahead = prefetchRange.map(request(at:))
    let first = follower?.requests ?? []
    loader.prioritise(first + shown + ahead)
    pins.pin(exactly: first.prefix(1) + shown)
    if let request = first.first {
      follower?.cell.bind(request, loader: loader)
    } else {
      follower?.cell.unbind()
    }
    for index in order { lendCell(for: index) }
    prefetcher.want(first.dropFirst() + ahead)
    demand.want(visible.upperBound + 2 * layout.cellsPerScreen)
  }

  private func lendCell(for index: Int) {
    let cell = cells[index] ?? spareCells.popLast() ?? PhotoCell(onChange: onChange)
    cells[index] = cell
    cell.bind(request(at: index), loader: loader)
  }

  private func request(at index: Int) -> ImageRequest {
    request(at: index, cells: layout.picture)
  }

  /// What is wanted of a photo in a room of its own, in character cells.
  func request(at index: Int, cells: CellSize) -> ImageRequest {
    ImageRequest(photo: photos[index], cells: cells, form: form)
  }

  /// What can be seen, and what is loaded ahead of that.
  private var wantedRequests: [ImageRequest] {
    (follower?.requests ?? []) + (Array(visibleRange) + prefetchRange).map(request(at:))
  }

  private func nearestFirst(_ range: Range<Int>) -> [Int] {
    range.sorted { abs($0 - selection) < abs($1 - selection) }
  }

  /// One screen of photos beyond what can be seen, in the direction of travel, the nearest first.
  private var prefetchRange: [Int] {
    let visible = visibleRange
    let screen = layout.cellsPerScreen
    return isMovingBack
      ? (max(0, visible.lowerBound - screen)..<visible.lowerBound).reversed()
      : Array(visible.upperBound..<min(photos.count, visible.upperBound + screen))
  }
}
