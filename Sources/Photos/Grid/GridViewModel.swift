package import Base
package import Catalogs
import FileActions
package import ImagePipeline
package import Imaging

/// The view model of the grid: what is listed, how it is arranged, selected and marked, and the
/// cells bound to it. Cells belong to entries: one that remains visible keeps its cell and its
/// running load while others are added, removed or moved.
@MainActor
package final class GridViewModel {
  package let loader: any ImageLoading
  package let onChange: @MainActor () -> Void
  /// A collection is completely listed.
  package var onCollection: (_ name: ByteString, [CatalogEntry]) -> Void = { _, _ in }
  package private(set) var form: TileForm
  private(set) var headerRows = 0
  package internal(set) var selection = GridSelection()
  package internal(set) var marks = Marks() { didSet { choices += 1 } }
  package internal(set) var facts: PhotoFactsStore { didSet { choices += 1 } }
  package private(set) var layout: GridLayout
  package internal(set) var joinsPairs = false
  var hidesVideos = false
  /// Shows the selected photo alone; nil while the grid is visible.
  package weak var viewer: PhotoViewer? { didSet { update() } }

  var arranging = ArrangementState() { didSet { choices += 1 } }
  var searching = PhotoSearch()
  var sizing: GridSizing
  var names = PhotoNames()
  var snapshot = CatalogSnapshot(isComplete: false)
  var amendments = CatalogAmendments()
  var places = FolderPlaces() { didSet { choices += 1 } }
  var suspended: SuspendedCatalog?
  var following: Task<Void, Never>?
  let queue = WorkQueue(label: "arrangement")
  package let memory: TileMemory
  let demand: CatalogDemand
  let pages = PageLoader()
  let previews: FolderPreviewLoader
  let cells: CellPool
  let prefetcher: Prefetcher
  let pins: PinnedTiles
  /// The selected video, and which of its ten frames is shown instead of the poster.
  private(set) var scrubbing: (id: PhotoID, frame: Int)?
  private var isCombining = false
  var onBurstsFound: (() -> Void)?
  /// The filter whose facts are read, and what is called then.
  var awaitedFacts: (filter: Filter, onRead: () -> Void)?
  private var isUpdateDue = false
  private var choices = 0

  package init(
    loader: any ImageLoading, memory: TileMemory, form: TileForm, area: CellSize,
    demand: CatalogDemand = CatalogDemand(0), facts: any PhotoFactsReading = FileFactsReader(),
    folders: any FolderPreviewProvider = LocalFolderPreviews(),
    onChange: @escaping @MainActor () -> Void
  ) {
    self.loader = loader
    self.memory = memory
    self.form = form
    self.demand = demand
    self.onChange = onChange
    self.facts = PhotoFactsStore(reader: facts, queue: queue)
    prefetcher = Prefetcher(loader: loader, memory: memory)
    pins = PinnedTiles(memory: memory)
    cells = CellPool(loader: loader)
    previews = FolderPreviewLoader(folders)
    sizing = GridSizing(area: area)
    layout = sizing.layout(in: area, cellAspect: form.cellAspect)
    fitMemory()
    self.facts.onChange = { [weak self] in self?.handle($0) }
    previews.onChange = { [weak self] in self?.update() }
    cells.onChange = { [weak self] in self?.handleCellChange() }
    pages.onChange = { [weak self] in self?.handlePageChange() }
  }

  package var arrangement: Arrangement { arranging.arranged.arrangement }

  package var rows: GridRows { arrangement.rows(in: layout) }

  package var isEmpty: Bool { arrangement.count == 0 }

  /// Whether a photo was requested by name; the others are its neighbors.
  package var hasNamed: Bool { snapshot.named != nil }

  var selectedGridEntry: GridEntry? {
    arrangement.indices.contains(selection.index) ? arrangement[selection.index] : nil
  }

  package var isSelectionLoaded: Bool { selectedGridEntry.map { content(of: $0).isFinal } ?? false }

  package var selectedFolder: Subfolder? { selectedGridEntry?.folder }

  package var selectedPhoto: Photo? { selectedGridEntry?.photo }

  package var selectedEntry: CatalogEntry? { selectedGridEntry?.entry }

  // MARK: - Updates

  /// Applies several changes with one update, so that a repeated key costs only its motion.
  package func combine(_ changes: () -> Void) {
    isCombining = true
    changes()
    isCombining = false
    guard isUpdateDue else { return }
    isUpdateDue = false
    update()
  }

  package func update() {
    selection.reveal(in: layout, of: arrangement)
    if marks.isInRange { marks.follow(selection, in: arrangement) }
    if scrubbing?.id != selection.id { scrubbing = nil }
    guard !isCombining else {
      isUpdateDue = true
      return
    }
    bindCells()
    handleCellChange()
  }

  func handleCellChange() {
    readVisibleFacts()
    onChange()
  }

  /// Shows another frame of the selected video, or its poster between the last and the first; false
  /// if it is none.
  package func scrub(by steps: Int) -> Bool {
    guard let entry = selectedEntry, entry.photo.isVideoFile else { return false }
    let count = ImageRequest.moments.count + 1
    let frame = ((scrubbing?.frame ?? 0) + steps % count + count) % count
    scrubbing = frame == 0 ? nil : (entry.id, frame)
    update()
    return true
  }

  /// Selects the video at a point and shows another frame of it; nothing elsewhere.
  package func scrub(by steps: Int, at point: CellPoint) {
    guard entry(at: point)?.photo?.isVideoFile == true, select(at: point) else { return }
    _ = scrub(by: steps)
  }

  // MARK: - Layout

  /// `headerRows` are rows above the grid, which the viewer covers.
  package func resize(to area: CellSize, headerRows: Int = 0, form: TileForm) {
    self.form = form
    self.headerRows = headerRows
    sizing.resize(
      to: area, snapshot.count + snapshot.folders.count, hasMore: snapshot.hasMore,
      hasCards: !snapshot.folders.isEmpty, cellAspect: form.cellAspect)
    layOut()
    update()
  }

  /// Sets the background of transparent images; reloads only tiles blended with the old.
  package func stand(on background: RGB) {
    guard form.background != background else { return }
    let wanted = wantedRequests
    form.background = background
    carryTiles(from: wanted, to: wantedRequests)
    update()
  }

  package func zoom(by step: Int) {
    sizing.zoom(by: step)
    layOut()
    sizing.limitZoom(to: layout.columns)
    update()
  }

  /// Reserves space for the time scale if there is more than one screen of dated photos.
  func layOut() {
    let area = sizing.area
    var new = layout(in: area)
    if area.columns >= TimeScale.minWidth, times != nil,
      arrangement.rows(in: new).rowCount > new.wholeRows
    {
      new = layout(in: CellSize(columns: area.columns - TimeScale.columns, rows: area.rows))
    }
    guard new != layout else { return }
    layout = new
    fitMemory()
  }

  private func layout(in area: CellSize) -> GridLayout {
    sizing.layout(
      in: area, cellAspect: form.cellAspect, hasHeadings: !arrangement.groups.isEmpty,
      hasCaptions: caption != .none, hasCards: !arrangement.folders.isEmpty)
  }

  // MARK: - Selection and marks

  /// `times` is a count or the number of a photo; nil if none was typed.
  package func move(_ motion: GridMotion, times: Int? = nil) {
    guard !isEmpty else { return }
    select(
      motion.destination(from: selection.index, times: times, in: rows, page: layout.wholeRows))
  }

  /// Ignores an invalid index; in the viewer, a folder's index selects the first photo.
  package func select(_ index: Int) {
    let index = viewer == nil ? index : max(index, arrangement.photoIndices.lowerBound)
    guard arrangement.indices.contains(index) else { return }
    selection.select(index, of: arrangement)
    update()
  }

  func select(_ id: PhotoID) -> Bool {
    guard let index = arrangement.index(of: id, near: selection.index) else { return false }
    select(index)
    return true
  }

  /// Waits until the photo is shown if a filter hides it; a comparison keeps its photos.
  package func select(_ path: ByteString) {
    guard viewer?.isComparing != true, let entry = facts.entries(at: [path]).first else { return }
    if !select(entry.id) { selection.select(whenShown: entry.id) }
  }

  /// Selects the first of some photos when a shown folder lists it; a comparison keeps its photos.
  package func select(whenListed paths: [ByteString]) {
    guard viewer?.isComparing != true,
      let path = paths.first(where: {
        $0.folderPrefix == place || listedDirectories[$0.folderPrefix] != nil
      })
    else { return }
    selection.select(whenListedAt: path)
  }

  /// A renamed photo of a collection is a new one there.
  package func select(inCollection path: ByteString) {
    guard CollectionFolder.name(of: place) != nil else { return }
    selection.select(whenListed: path.lastName)
  }

  package func select(at point: CellPoint) -> Bool {
    guard let index = index(at: point) else { return false }
    select(index)
    return true
  }

  package func entry(at point: CellPoint) -> GridEntry? { index(at: point).map { arrangement[$0] } }

  private func index(at point: CellPoint) -> Int? {
    layout.cell(at: point, firstRow: selection.firstRow, in: rows)
  }

  package func scroll(byRows rows: Int) {
    guard !isEmpty else { return }
    selection.scroll(byRows: rows, in: layout, of: arrangement)
    update()
  }

  /// Makes the selection permanent, even if a filter or a returning visit caused it.
  package func keepSelection() { selection.keep() }

  /// Selects the first photo of the group `steps` after, or before, and scrolls it to the top.
  /// Before, the current group counts unless its first photo is selected. False without groups.
  package func moveToGroup(by steps: Int) -> Bool {
    let rows = rows
    guard !arrangement.groups.isEmpty else { return false }
    let group = rows.group(of: selection.index)
    let isWithin = selection.index > rows.start(ofGroup: group)
    let wanted = group + steps + (steps < 0 && isWithin ? 1 : 0)
    selectAtTop(rows.start(ofGroup: min(max(0, wanted), rows.groupCount - 1)))
    return true
  }

  package func selectAtTop(_ index: Int) {
    guard viewer == nil, arrangement.indices.contains(index) else { return select(index) }
    selection.selectAtTop(index, in: layout, of: arrangement)
    update()
  }

  package func mark<Result>(_ change: (inout Marks, Arrangement) -> Result) -> Result {
    let result = change(&marks, arrangement)
    marks.follow(selection, in: arrangement)
    if arranging.marksDidChange() { arrange() }
    onChange()
    return result
  }

  package func clearMarks() {
    places.unmarkAll()
    mark { marks, _ in marks.clear() }
  }

  package var markedCount: Int { marks.count + places.remembered.count + places.marked.count }

  /// Those of folders left before, then those of this folder, including those hidden by the filter.
  package var markedPhotos: [Photo] { markedEntries.map(\.photo) }

  private var markedEntries: [CatalogEntry] {
    places.marked.isEmpty ? markedHere : places.marked + markedHere
  }

  /// The marked photos, else the selected one; in the viewer the one shown.
  package var chosenEntries: [CatalogEntry] {
    let marked = viewer == nil ? markedEntries : []
    return marked.isEmpty ? [selectedEntry].compactMap(\.self) : marked
  }

  /// The marked photos, else all that match the filter, also those in stacks.
  package var markedOrMatchingEntries: [CatalogEntry] {
    markedCount > 0 ? markedEntries : Array(arranging.arranged.passing.photos)
  }

  /// Another value after each change of marks, filter or facts.
  package var choiceVersion: [Int] { [choices, facts.revision] }

  /// Whether the photos that match the filter are known.
  package var isFilterSettled: Bool {
    arranging.arranged.options.filter == filter && (filter.isEmpty || arrangingStatus.work == nil)
  }

  var markedHere: [CatalogEntry] {
    guard marks.count > 0 else { return places.remembered }
    let arranged = arranging.arranged.unfiltered.entries(among: marks.ids)
    guard lacksMarks(among: arranged.count) else {
      return places.remembered.isEmpty ? arranged : places.remembered + arranged
    }
    let ids = Set(arranged.lazy.map(\.id))
    return places.remembered
      + arranging.listing.entries.filter { marks.contains($0.id) && !ids.contains($0.id) }
      + arranged
  }

  /// Whether some marks may be only in the newest listing, which is being arranged.
  private func lacksMarks(among arrangedCount: Int) -> Bool {
    arranging.arranged.listing !== arranging.listing && arrangedCount < marks.count
  }

  package var unreadMarkCount: Int {
    guard let paged = arrangement.listing.paged else { return 0 }
    return marks.ids.count { id in paged.rank(of: id).map { paged[$0] == nil } ?? false }
  }

  package func canMark(_ count: Int) -> Bool {
    arrangement.listing.paged == nil || count <= Marks.pagedLimit
  }

  package var hiddenMarks: HiddenMarks {
    var hidden = HiddenMarks()
    hidden.inOtherFolders = places.marked.count
    hidden.unlisted = places.remembered.count
    guard marks.count > 0 else { return hidden }
    let (arranged, ids) = (arranging.arranged, marks.ids)
    let unfiltered = arranged.unfiltered
    let listed = unfiltered.count(among: ids)
    if lacksMarks(among: listed) { hidden.unlisted = markedHere.count - listed }
    let isUnfiltered = arrangement.photoIndices.count == unfiltered.photoIndices.count
    let shown = isUnfiltered ? listed : arrangement.count(among: ids)
    let matching = arranged.stacks == nil ? shown : arranged.passing.count(among: ids)
    hidden.byFilter = listed - matching
    hidden.inBursts = matching - shown
    return hidden
  }
}

// MARK: - State to draw

extension GridViewModel {
  package var visibleCells: [VisibleCell] {
    let rows = rows
    return visibleRange.map { index in
      let entry = arrangement[index]
      let facts = facts[entry.id]
      var cell = VisibleCell(
        frame: layout.frame(
          inRow: rows.row(of: index) - selection.firstRow, column: rows.column(of: index)),
        content: content(of: entry), caption: caption(of: entry),
        isSelected: entry.id == selection.id)
      cell.isMarked = marks.contains(entry.id)
      cell.isVideo = entry.photo?.onWeb?.isVideo == true
      cell.hasTitle = entry.photo?.isNamedAsFile == false
      cell.rating = facts?.shownRating
      cell.label = facts?.label
      cell.isPicked = facts?.isPicked == true
      cell.hasRaw = isPaired(entry.id)
      cell.hasClip =
        clip(of: entry.id) != nil || facts?.isMotionPhoto == true && VideoLibraries.areInstalled
      if let scrubbing, scrubbing.id == entry.id { cell.scrubbedFrame = scrubbing.frame }
      cell.frameCount = frameCount(of: entry.id)
      cell.isSharpest = sharpestCount(entry.id) != nil
      return cell
    }
  }

  private func caption(of entry: GridEntry) -> [UInt8]? {
    guard case .photo(let entry) = entry else { return entry.name.bytes }
    guard caption != .none else { return nil }
    let columns = layout.picture.columns
    let taken = caption == .date ? listedFacts(of: entry)?.taken : nil
    return taken?.caption(columns: columns) ?? names.caption(of: entry.photo, columns: columns)
  }

  /// For a paged entry, the facts listed by the server.
  private func listedFacts(of entry: CatalogEntry) -> PhotoFacts? {
    arrangement.listing.paged == nil ? facts.known.table[entry.id] : PhotoFacts(listed: entry.photo)
  }

  /// Includes the heading of the group that begins above the top.
  package var visibleHeadings: [VisibleHeading] {
    let (groups, rows) = (arrangement.groups, rows)
    guard !groups.isEmpty else { return [] }
    return (0..<layout.wholeRows).compactMap { line in
      let cells = rows[selection.firstRow + line]
      let group = rows.group(of: cells.lowerBound) - (arrangement.hasFolderGroup ? 1 : 0)
      guard !cells.isEmpty, group >= 0, line == 0 || groups[group].start == cells.lowerBound else {
        return nil
      }
      let end = group + 1 < groups.count ? groups[group + 1].start : arrangement.count
      return VisibleHeading(
        frame: layout.heading(ofRow: line), title: groups[group].title,
        count: end - groups[group].start)
    }
  }

  /// Nil if photos are not grouped by time, fit on one screen, or the grid is too narrow.
  package var timeScale: TimeScale? {
    guard layout.area.columns < sizing.area.columns, let times else { return nil }
    let rows = rows
    let frame = Rect(
      column: layout.area.columns, row: 0, columns: TimeScale.columns, rows: sizing.area.rows)
    let top = selection.firstRow
    return TimeScale(in: frame, rows: rows, visible: top..<top + layout.wholeRows, day: times)
  }

  /// The day, month or year of a photo; nil if photos are not in order of time.
  var times: ((Int) -> Day?)? {
    let (arrangement, groups) = (arrangement, arrangement.groups)
    if case .date = groups.first?.title {
      let rows = rows
      return { index in
        let group = rows.group(of: index) - (arrangement.hasFolderGroup ? 1 : 0)
        guard groups.indices.contains(group), case .date(let day) = groups[group].title else {
          return nil
        }
        return day
      }
    }
    guard let paged = arrangement.listing.paged, paged.order == .latestTaken,
      arranging.arranged.options.isMet(byPagesOf: paged)
    else { return nil }
    return { index in
      guard arrangement.photoIndices.contains(index) else { return nil }
      return paged.pages[paged.page(of: arrangement.position(at: index))].day
    }
  }

  /// Goes to the photos at a line; a label leads to the first photo of its group.
  package func go(byScaleAt point: CellPoint) -> Bool {
    guard let scale = timeScale, scale.frame.contains(point) else { return false }
    let rows = rows
    let index = rows[TimeScale.row(ofLine: point.row, of: rows, scale.frame.size.rows)].lowerBound
    let isLabelled = scale.marks.contains { $0.line == point.row }
    select(isLabelled ? start(ofTimeAt: index, in: rows) : index)
    return true
  }

  private func start(ofTimeAt index: Int, in rows: GridRows) -> Int {
    guard arrangement.groups.isEmpty, let paged = arrangement.listing.paged else {
      return rows.start(ofGroup: rows.group(of: index))
    }
    let page = paged.ranks(of: paged.page(of: arrangement.position(at: index)))
    let ends = [page.lowerBound, page.upperBound - 1].compactMap {
      arrangement.index(of: paged.id(at: $0), near: index)
    }
    return ends.min() ?? index
  }

  package var status: GridStatus {
    status(
      of: selectedPhoto, selection.id, near: selection.index,
      showing: selectedGridEntry.map(content) ?? .placeholder)
  }

  /// Of the selected folder if `photo` is nil. The photo may be gone; its position is then zero.
  /// `guess` is a likely index of it.
  func status(
    of photo: Photo?, _ id: PhotoID?, near guess: Int, showing content: CellContent
  ) -> GridStatus {
    let index = id.flatMap { arrangement.index(of: $0, near: guess) }
    // In the viewer, folders do not count.
    let folderCount = viewer == nil ? 0 : arrangement.folders.count
    let shown = viewer == nil ? visiblePhotoCells : []
    var info = photo.flatMap { content.info?.turned(by: facts.turn(of: $0)) }
    // As filters and orders have it: that of a sidecar, the photo or its name.
    let date = id.flatMap { facts[$0]?.taken?.captureDate } ?? info?.captureDate
    info?.captureDate = date ?? photo.flatMap { CaptureDate(name: $0.name.bytes) }
    return GridStatus(
      id: id, position: index.map { $0 + 1 - folderCount } ?? 0,
      count: arrangement.count - folderCount,
      listedCount: snapshot.count + (viewer == nil ? snapshot.folders.count : 0),
      arranging: arrangingStatus, markedCount: markedCount,
      isMarked: id.map(marks.contains) ?? false, isReading: !snapshot.isComplete,
      hasMore: snapshot.hasMore, totalCount: snapshot.totalCount, skipped: snapshot.skipped,
      emptyFolders: snapshot.emptyFolders,
      notices: snapshot.notices + pages.notices + obstacleNotices,
      place: places.whole, isRecursive: places.isRecursive,
      hasSubfolders: !snapshot.folders.isEmpty,
      folder: photo == nil ? selectedFolder.map { previews[$0] } ?? nil : nil,
      name: photo.map(names.place) ?? selectedFolder.map { GridEntry.folder($0).name.bytes } ?? [],
      path: photo.map { $0.path?.bytes ?? Array("\($0)".utf8) } ?? selectedFolder?.path.bytes ?? [],
      info: info, provenance: content.provenance, failureReason: content.failureReason,
      loading: GridStatus.Loading(finished: shown.count { $0.content.isFinal }, all: shown.count),
      takenAt: id.flatMap(facts.placeTitle),
      isTrash: isTrash, trashed: id.flatMap(trashEntry))
  }
}
