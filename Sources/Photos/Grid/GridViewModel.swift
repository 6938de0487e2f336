import Base
package import Catalogs
import ExpiringCache
package import ImagePipeline
package import Imaging

/// The view model of the grid: entries, selection, visible range, and the cells bound to it.
///
/// Cells belong to entries, not positions: an entry that remains visible keeps its cell and its
/// running load while others are added, removed or moved.
@MainActor
package final class GridViewModel {
  package var arrangement: Arrangement { arranging.arranged.arrangement }
  var arranging: ArrangementState
  var names = PhotoNames()
  /// Above this count, names are derived from the first photos until listing completes: a pass over
  /// all photos costs a tenth of listing them, at every step.
  private static let namedAtOnce = 4096
  package internal(set) var selection = GridSelection()
  package internal(set) var marks = Marks()
  /// Area of the grid with its time scale, in character cells.
  private(set) var area: CellSize
  package private(set) var layout: GridLayout

  package private(set) var form: TileForm
  package let loader: any ImageLoading
  let memory: TileMemory
  package let onChange: @MainActor () -> Void
  let prefetcher: Prefetcher
  let pins: PinnedTiles
  let cells: CellPool
  let demand: CatalogDemand
  private(set) var snapshot = CatalogSnapshot(isComplete: false)
  let looks: FolderPreviewLoader
  /// Loads pages of listings that are too large for memory.
  let pages = PageLoader()
  var placing = PlaceState()
  /// Whether RAW+JPEG pairs are shown as one photo.
  package internal(set) var joinsPairs = false
  var turns: [ByteString: Orientation] = [:]
  var amendments = CatalogAmendments()
  /// The largest number of listed cells so far, which fill the screen; nil if unknown.
  private var fillingCount: Int?
  /// Columns without zoom; constant while photos are added and removed.
  private var usualColumns: Int
  private var isListed = false
  /// Columns fewer than by default; negative for more.
  private var zoom = 0
  /// A second consumer of the selection, such as the viewer.
  package weak var follower: (any SelectionFollowing)? { didSet { update() } }
  private(set) var isCombining = false
  var isUpdateDue = false

  /// `onChange` is called when something visible has changed.
  package init(
    loader: any ImageLoading, memory: TileMemory, form: TileForm, area: CellSize,
    demand: CatalogDemand = CatalogDemand(0), facts: any PhotoFactsReading = FileFactsReader(),
    folders: any FolderPeeking = FolderPeeker(),
    onChange: @escaping @MainActor () -> Void
  ) {
    self.loader = loader
    self.memory = memory
    self.form = form
    self.demand = demand
    arranging = ArrangementState(reader: facts)
    self.onChange = onChange
    prefetcher = Prefetcher(loader: loader, memory: memory)
    pins = PinnedTiles(memory: memory)
    cells = CellPool(loader: loader)
    looks = FolderPreviewLoader(folders)
    self.area = area
    usualColumns = GridLayout.defaultColumns(width: area.columns)
    layout = GridLayout(area: area, columns: usualColumns, cellAspect: form.cellAspect)
    fitMemory()
    looks.onChange = { [weak self] in self?.update() }
    cells.onChange = { [weak self] in self?.noteCell() }
    pages.onChange = { [weak self] in self?.notePages() }
  }

  // MARK: - State to draw

  /// The visible cells, in the order of their entries.
  package var visibleCells: [VisibleCell] {
    let rows = rows
    return visibleRange.map { index in
      let entry = arrangement[index]
      let facts = facts(of: entry.id)
      return VisibleCell(
        frame: layout.frame(
          inRow: rows.row(of: index) - selection.firstRow, column: rows.column(of: index)),
        content: content(of: entry), caption: caption(of: entry),
        isSelected: entry.id == selection.id, isMarked: marks.contains(entry.id),
        isVideo: entry.photo?.onWeb?.isVideo == true,
        rating: facts?.rating.flatMap { $0 == 0 ? nil : $0 }, label: facts?.label,
        isPicked: facts?.isPicked == true, hasRaw: isPaired(entry.id),
        frameCount: frameCount(of: entry.id), isSharpest: sharpestCount(entry.id) != nil)
    }
  }

  var rows: GridRows { arrangement.rows(in: layout) }

  package var isEmpty: Bool { arrangement.count == 0 }

  /// Whether a photo was requested by name; the others are its neighbors.
  package var hasNamed: Bool { snapshot.named != nil }

  package var selectedFolder: Subfolder? { isEmpty ? nil : arrangement[selection.index].folder }

  package var selectedPhoto: Photo? { isEmpty ? nil : arrangement[selection.index].photo }

  package var selectedEntry: CatalogEntry? {
    guard !isEmpty, case .photo(let entry) = arrangement[selection.index] else { return nil }
    return entry
  }

  /// Whether every visible image is loaded or has failed.
  package var isAtRest: Bool {
    cellsInUse.allSatisfy(\.content.isFinal)
      && visibleRange.allSatisfy { content(of: arrangement[$0]).isFinal }
  }

  package var status: GridStatus { status(showing: selectedContent) }

  func status(showing content: CellContent) -> GridStatus {
    status(of: selectedPhoto, selection.id, near: selection.index, showing: content)
  }

  /// The status of a photo, or of the selected folder if `photo` is nil.
  ///
  /// The photo may be gone; its position is then zero. `guess` is a likely index of it.
  package func status(
    of photo: Photo?, _ id: PhotoID?, near guess: Int, showing content: CellContent
  ) -> GridStatus {
    let index = id.flatMap { arrangement.index(of: $0, near: guess) }
    // In the viewer, folders do not count.
    let folderCount = follower == nil ? 0 : arrangement.folders.count
    return GridStatus(
      id: id, position: index.map { $0 + 1 - folderCount } ?? 0,
      count: arrangement.count - folderCount,
      listedCount: snapshot.count + (follower == nil ? snapshot.folders.count : 0),
      arranging: arrangingStatus,
      markedCount: markedCount, isMarked: id.map(marks.contains) ?? false,
      isReading: !snapshot.isComplete, hasMore: snapshot.hasMore,
      totalCount: snapshot.totalCount, skipped: snapshot.skipped, bareFolders: snapshot.bareFolders,
      notices: snapshot.notices + pages.notices + obstacleNotices,
      place: wholePlace, folder: photo == nil ? selectedFolder.map { looks[$0] } ?? nil : nil,
      name: photo.map(names.place) ?? selectedFolder.map { GridEntry.folder($0).name.bytes } ?? [],
      path: photo.map(Self.path) ?? selectedFolder?.path.bytes ?? [],
      info: photo.flatMap { content.info?.turned(by: turn(of: $0)) },
      provenance: content.provenance, failureReason: content.failureReason,
      loading: loading)
  }

  private var loading: GridStatus.Loading {
    let shown = follower == nil ? lentCells : []
    return GridStatus.Loading(
      finished: shown.count { $0.content.isFinal }, all: shown.count)
  }

  // MARK: - Changes

  /// Applies several changes with one update, so that a repeated key costs only its motion.
  package func combine(_ changes: () -> Void) {
    isCombining = true
    changes()
    isCombining = false
    guard isUpdateDue else { return }
    isUpdateDue = false
    update()
  }

  /// The selected photo stays selected as others are added and removed.
  package func show(_ snapshot: CatalogSnapshot) {
    let snapshot = amendments.applied(
      to: joinsPairs ? recognised(snapshot).joiningPairs : recognised(snapshot))
    // Only photos added after the first complete listing count as updates.
    let isUpdate = self.snapshot.isComplete && snapshot.isComplete
    let noted = snapshot.noted.filter { self.snapshot.noted[$0.key] != $0.value }
    let isOnlyNoted = !noted.isEmpty && snapshot.lists(thatOf: self.snapshot)
    self.snapshot = snapshot
    defer { readChangedSidecars(in: noted.keys) }
    if isOnlyNoted { return }
    if snapshot.paged == nil,
      snapshot.isComplete || snapshot.entries.count < Self.namedAtOnce
    {
      names = PhotoNames(of: snapshot.entries)
    }
    if snapshot.isComplete {
      let wasListed = isListed
      isListed = true
      defer { if !wasListed { readAllSidecars(of: snapshot.entries) } }
      let columns = usualColumns(in: area)
      // Columns never shrink: photos added later are scrolled to, and cells keep their size.
      usualColumns = wasListed ? max(usualColumns, columns) : columns
      let count = snapshot.count + snapshot.folders.count
      fillingCount = snapshot.hasMore ? nil : max(wasListed ? fillingCount ?? 0 : 0, count)
      layOut()
    }
    marks.carry(to: snapshot.raws)
    if snapshot.isComplete { marks.keep(only: snapshot) }
    arrange(
      Listing(
        snapshot.entries, paged: snapshot.paged, folders: snapshot.folders, isUpdate: isUpdate))
  }

  /// Adopts the page counts found by a full scan.
  func takeCounts(of entries: PagedEntries) { snapshot.paged = entries }

  func forgetListing() {
    (snapshot, amendments) = (CatalogSnapshot(isComplete: false), CatalogAmendments())
    (names, selection, isListed) = (PhotoNames(), GridSelection(), false)
    fillingCount = nil
    usualColumns = GridLayout.defaultColumns(width: area.columns)
    layOut()
    update()
  }

  package func follow(_ snapshots: AsyncStream<CatalogSnapshot>) async {
    for await snapshot in snapshots { show(snapshot) }
  }

  package func resize(to area: CellSize, form: TileForm) {
    self.form = form
    usualColumns = usualColumns(in: area)
    if fillingCount != nil { fillingCount = snapshot.count + snapshot.folders.count }
    self.area = area
    layOut()
    update()
  }

  /// Changes the background of transparent images; only tiles blended with the old one are
  /// reloaded.
  package func stand(on background: RGB) {
    guard form.background != background else { return }
    let wanted = wantedRequests
    form.background = background
    carryTiles(from: wanted, to: wantedRequests)
    update()
  }

  package func zoom(by step: Int) {
    zoom += step
    layOut()
    zoom = usualColumns - layout.columns
    update()
  }

  /// `times` is a count or the number of a photo; nil if none was typed.
  package func move(_ motion: GridMotion, times: Int? = nil) {
    guard !isEmpty else { return }
    select(
      motion.destination(
        from: selection.index, times: times, in: rows, page: layout.wholeRows))
  }

  package func followAgain() {
    update()
  }

  package func select(at point: CellPoint) -> Bool {
    let index = layout.cell(at: point, firstRow: selection.firstRow, in: rows)
    guard let index else { return false }
    select(index)
    return true
  }

  package func scroll(byRows rows: Int) {
    guard !isEmpty else { return }
    keepSelection()
    selection.scroll(byRows: rows, in: layout, of: arrangement)
    update()
  }

  /// Reserves space for the time scale if there is more than one screen of dated photos.
  func layOut() {
    var new = layout(in: area)
    if area.columns >= TimeScale.leastWidth, times != nil,
      arrangement.rows(in: new).rowCount > new.wholeRows
    {
      new = layout(
        in: CellSize(columns: area.columns - TimeScale.columns, rows: area.rows))
    }
    guard new != layout else { return }
    layout = new
    fitMemory()
  }

  private func layout(in area: CellSize) -> GridLayout {
    GridLayout(
      area: area, columns: usualColumns - zoom, cellAspect: form.cellAspect,
      hasHeadings: !arrangement.groups.isEmpty, hasCaptions: caption != .none,
      count: fillingCount)
  }

  /// If all photos fit on one screen, the fewest columns that show all, which makes them largest.
  private func usualColumns(in area: CellSize) -> Int {
    let usual = GridLayout.defaultColumns(width: area.columns)
    let count = snapshot.count + snapshot.folders.count
    guard isListed, !snapshot.hasMore, count > 0 else { return usual }
    return GridLayout.columns(
      showingAll: count, in: area, cellAspect: form.cellAspect) ?? usual
  }

  private func caption(of entry: GridEntry) -> [UInt8]? {
    guard case .photo(let entry) = entry else { return entry.name.bytes }
    guard caption != .none else { return nil }
    let columns = layout.picture.columns
    let taken = caption == .date ? facts(of: entry)?.taken : nil
    return taken?.caption(columns: columns) ?? names.caption(of: entry.photo, columns: columns)
  }

  /// Raw bytes, not sanitized; may be wider than `columns`.
  package func caption(of photo: Photo, columns: Int) -> [UInt8] {
    names.caption(of: photo, columns: columns)
  }

  /// Ignores an invalid index; in the viewer, a folder's index selects the first photo.
  package func select(_ index: Int) {
    let index = follower == nil ? index : max(index, arrangement.photoIndices.lowerBound)
    guard arrangement.indices.contains(index) else { return }
    keepSelection()
    selection.select(index, of: arrangement)
    update()
  }

  private static func path(of photo: Photo) -> [UInt8] {
    photo.path?.bytes ?? Array("\(photo)".utf8)
  }
}
