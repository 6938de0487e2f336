package import Catalog
import ExpiringCache
package import Finding
package import Imaging
package import Pipeline
import Values

/// The grid as a whole: its entries, what is selected, what can be seen, and the cells lent for it.
///
/// Cells belong to entries and not to places: an entry that can still be seen after others have come,
/// gone or moved keeps its cell, and the load that runs for it.
@MainActor
package final class GridViewModel {
  /// Which entries there are, in which order.
  package var arrangement: Arrangement { arranging.arranged.arrangement }
  /// How they are arranged, and what is being done about it.
  var arranging: ArrangementState
  /// How they are named.
  var names = PhotoNames()
  /// While more photos than this are still being listed, they are named by what the first of them have
  /// in common: to look at all of them costs a tenth of listing them, at every step.
  private static let namedAtOnce = 4096
  /// Which of them is selected, and which row is at the top of the screen.
  package internal(set) var selection = GridSelection()
  /// Which photos are picked for what is done next.
  package internal(set) var marks = Marks()
  /// The room for the grid and what stands beside it, in character cells.
  private(set) var area: CellSize
  /// Where the cells lie now.
  package private(set) var layout: GridLayout

  /// What the pictures are drawn with.
  package private(set) var form: TileForm
  /// What loads the pictures.
  package let loader: any ImageLoading
  /// Where the loader keeps tiles.
  let memory: TileMemory
  /// Is called when something that is drawn has changed.
  package let onChange: @MainActor () -> Void
  let prefetcher: Prefetcher
  let pins: TilePins
  let cells: CellPool
  let demand: CatalogDemand
  /// What the catalog said last.
  private(set) var snapshot = CatalogSnapshot(isComplete: false)
  /// What is seen of folders from outside.
  let looks: FolderLooks
  /// Reads what is looked at of photos that are too many to hold.
  let pages = PageReads()
  /// Which folder is shown, and which have been.
  var placing = PlaceState()
  /// Whether a raw file and the picture beside it are one photo.
  package internal(set) var joinsPairs = false
  /// How photos are turned by what is noted beside their files, by their paths.
  var turns: [ByteString: Orientation] = [:]
  /// What is known better than by the catalog.
  var amendments = CatalogAmendments()
  /// How many cells fill the screen, as the most that were listed; nil where they are not known.
  private var fillingCount: Int?
  /// The cells in a row without any zoom; it stays as photos come and go, so that their cells do.
  private var usualColumns: Int
  /// Whether all photos have been known once.
  private var isListed = false
  /// How many cells fewer, or with a negative number more, stand in a row than by default.
  private var zoom = 0
  /// What shows the selected photo besides the grid, if anything does.
  package weak var follower: (any SelectionFollowing)? { didSet { update() } }
  /// Whether more changes come before anything is shown.
  private(set) var isCombining = false
  /// Whether the changes so far concern what can be seen.
  var isUpdateDue = false

  /// Makes a grid without photos.
  /// - Parameters:
  ///   - loader: What loads the pictures.
  ///   - memory: Where the loader keeps them.
  ///   - form: What the pictures are drawn with.
  ///   - area: The room for the grid, in character cells.
  ///   - demand: Is told how many photos are wanted as somebody comes near to their end.
  ///   - facts: Finds out what photos are sorted and filtered by.
  ///   - folders: Looks into folders for what stands for them.
  ///   - onChange: Is called when something that is drawn has changed.
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
    pins = TilePins(memory: memory)
    cells = CellPool(loader: loader)
    looks = FolderLooks(folders)
    self.area = area
    usualColumns = GridLayout.defaultColumns(width: area.columns)
    layout = GridLayout(area: area, columns: usualColumns, cellAspect: form.cellAspect)
    fitMemory()
    looks.onChange = { [weak self] in self?.update() }
    cells.onChange = { [weak self] in self?.noteCell() }
    pages.onChange = { [weak self] in self?.notePages() }
  }

  // MARK: - What is drawn

  /// The cells of which something can be seen, in the order of their photos.
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

  /// How the photos stand in rows.
  var rows: GridRows { arrangement.rows(in: layout) }

  /// Whether neither photo nor folder is shown.
  package var isEmpty: Bool { arrangement.count == 0 }

  /// Whether a photo was asked for by its name, and the others only stand around it.
  package var hasNamed: Bool { snapshot.named != nil }

  /// The selected folder; nil where a photo is selected, or nothing.
  package var selectedFolder: Subfolder? { isEmpty ? nil : arrangement[selection.index].folder }

  /// The selected photo; nil where a folder is selected, or nothing.
  package var selectedPhoto: Photo? { isEmpty ? nil : arrangement[selection.index].photo }

  /// The entry of the selected photo; nil where a folder is selected, or nothing.
  package var selectedEntry: CatalogEntry? {
    guard !isEmpty, case .photo(let entry) = arrangement[selection.index] else { return nil }
    return entry
  }

  /// Whether every picture that can be seen is there, or known not to come.
  package var isAtRest: Bool {
    cellsInUse.allSatisfy(\.content.isFinal)
      && visibleRange.allSatisfy { content(of: arrangement[$0]).isFinal }
  }

  /// What is known of the grid and of the selected photo.
  package var status: GridStatus { status(showing: selectedContent) }

  /// What is known of the grid and of the selected photo, where that is shown so.
  func status(showing content: CellContent) -> GridStatus {
    status(of: selectedPhoto, selection.id, near: selection.index, showing: content)
  }

  /// What is known of the grid and of a photo.
  /// - Parameters:
  ///   - photo: The photo, which may have gone from the grid; nil for the selected folder, or nothing.
  ///   - id: The identity of that photo or folder.
  ///   - guess: An index where it may well be.
  ///   - content: What is shown of it.
  /// - Returns: That, with no number where the photo has gone.
  package func status(
    of photo: Photo?, _ id: PhotoID?, near guess: Int, showing content: CellContent
  ) -> GridStatus {
    let index = id.flatMap { arrangement.index(of: $0, near: guess) }
    // One photo alone is one among photos.
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

  /// Takes over what the catalog knows; the selected photo stays selected as others come and go.
  package func show(_ snapshot: CatalogSnapshot) {
    let snapshot = amendments.applied(
      to: joinsPairs ? recognised(snapshot).joiningPairs : recognised(snapshot))
    // Only what comes after everything was listed has become of it.
    let isUpdate = self.snapshot.isComplete && snapshot.isComplete
    let noted = snapshot.noted.filter { self.snapshot.noted[$0.key] != $0.value }
    let isOnlyNoted = !noted.isEmpty && snapshot.lists(thatOf: self.snapshot)
    self.snapshot = snapshot
    defer { readNotes(in: noted.keys) }
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
      // As large as shows all; where more come there is room for them, where some go the others stay.
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

  /// Takes the counts of pages as they were when all were read, while their entries are shown in another way.
  func takeCounts(of entries: PagedEntries) { snapshot.paged = entries }

  /// Shows nothing of what was listed, and knows nothing of it.
  func forgetListing() {
    (snapshot, amendments) = (CatalogSnapshot(isComplete: false), CatalogAmendments())
    (names, selection, isListed) = (PhotoNames(), GridSelection(), false)
    fillingCount = nil
    usualColumns = GridLayout.defaultColumns(width: area.columns)
    layOut()
    update()
  }

  /// Shows what the catalog knows, again and again, until it knows everything or the task ends.
  package func follow(_ snapshots: AsyncStream<CatalogSnapshot>) async {
    for await snapshot in snapshots { show(snapshot) }
  }

  /// Gives the grid another room, in character cells, and perhaps another form.
  package func resize(to area: CellSize, form: TileForm) {
    self.form = form
    usualColumns = usualColumns(in: area)
    if fillingCount != nil { fillingCount = snapshot.count + snapshot.folders.count }
    self.area = area
    layOut()
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
    zoom += step
    layOut()
    zoom = usualColumns - layout.columns
    update()
  }

  /// Moves the selection and scrolls so that it can be seen.
  /// - Parameters:
  ///   - motion: The way to go.
  ///   - times: How often, or to which photo; nil where none was said.
  package func move(_ motion: GridMotion, times: Int? = nil) {
    guard !isEmpty else { return }
    select(
      motion.destination(
        from: selection.index, times: times, in: rows, page: layout.wholeRows))
  }

  /// Lets what shows the selected photo besides say again what it wants.
  package func followAgain() {
    update()
  }

  /// Selects the cell at a place in the area and tells whether there is one.
  package func select(at point: CellPoint) -> Bool {
    let index = layout.cell(at: point, firstRow: selection.firstRow, in: rows)
    guard let index else { return false }
    select(index)
    return true
  }

  /// Scrolls by rows of cells; the selection comes along where it would go out of sight.
  package func scroll(byRows rows: Int) {
    guard !isEmpty else { return }
    keepSelection()
    selection.scroll(byRows: rows, in: layout, of: arrangement)
    update()
  }

  /// Lays the cells out in the area, as large as the zoom says; beside what is more than a screen there is
  /// room for a scale of time.
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

  /// The cells in a row that suit an area: where all photos are known and stand on one screen, as few
  /// as show all, since they are then the largest.
  private func usualColumns(in area: CellSize) -> Int {
    let usual = GridLayout.defaultColumns(width: area.columns)
    let count = snapshot.count + snapshot.folders.count
    guard isListed, !snapshot.hasMore, count > 0 else { return usual }
    return GridLayout.columns(
      showingAll: count, in: area, cellAspect: form.cellAspect) ?? usual
  }

  /// What stands below the picture of an entry; nil where there is no line for it.
  private func caption(of entry: GridEntry) -> [UInt8]? {
    guard case .photo(let entry) = entry else { return entry.name.bytes }
    guard caption != .none else { return nil }
    let columns = layout.picture.columns
    let taken = caption == .date ? facts(of: entry)?.taken : nil
    return taken?.caption(columns: columns) ?? names.caption(of: entry.photo, columns: columns)
  }

  /// What a photo is called.
  /// - Parameters:
  ///   - photo: One of the photos.
  ///   - columns: The room for it, in character cells.
  /// - Returns: Bytes of which nothing is known, which may be wider than their room.
  package func caption(of photo: Photo, columns: Int) -> [UInt8] {
    names.caption(of: photo, columns: columns)
  }

  /// Selects the entry at an index of the arrangement, where there is one; while photos are seen by
  /// themselves the first of them in the place of a folder.
  package func select(_ index: Int) {
    let index = follower == nil ? index : max(index, arrangement.photoIndices.lowerBound)
    guard arrangement.indices.contains(index) else { return }
    keepSelection()
    selection.select(index, of: arrangement)
    update()
  }

  /// The path or the address of a photo, without passwords.
  private static func path(of photo: Photo) -> [UInt8] {
    photo.path?.bytes ?? Array("\(photo)".utf8)
  }
}
