package import Base
package import Catalogs
import FileActions
import Imaging
import Storage

// MARK: - Snapshots

extension GridViewModel {
  /// Above this count, names are derived from the first photos until listing completes: a pass over
  /// all photos costs a tenth of listing them, at every step.
  private static let namedAtOnce = 4096

  package func show(_ snapshot: CatalogSnapshot) {
    if let name = places.begin(with: snapshot) { selection.wait(for: name) }
    marks.insert(places.recognise(snapshot.entries).map(\.id))
    // Files of several folders meet in the trash.
    let listed = hidesVideos && !isTrash ? snapshot.withoutVideos : snapshot
    let snapshot = amendments.applied(to: joinsPairs && !isTrash ? listed.joiningPairs : listed)
    // Only photos added after the first complete listing count as updates.
    let isUpdate = self.snapshot.isComplete && snapshot.isComplete
    let noted = snapshot.noted.filter { self.snapshot.noted[$0.key] != $0.value }
    if let filter = snapshot.filter, self.snapshot.place != snapshot.place,
      arranging.options.filter.isEmpty
    {
      arranging.options.filter = Filter(filter)
    }
    let isOnlyNoted = !noted.isEmpty && snapshot.lists(thatOf: self.snapshot)
    self.snapshot = snapshot
    defer { facts.readChanged(noted.keys, joinsPairs: joinsPairs) }
    if isOnlyNoted { return }
    if snapshot.paged == nil, snapshot.isComplete || snapshot.entries.count < Self.namedAtOnce {
      names = PhotoNames(of: snapshot.entries)
    }
    marks.carry(to: snapshot.raws)
    var isFirst = false
    if snapshot.isComplete {
      isFirst = sizing.list(
        snapshot.count + snapshot.folders.count, hasMore: snapshot.hasMore,
        hasCards: !snapshot.folders.isEmpty, cellAspect: form.cellAspect)
      layOut()
      marks.keep(only: snapshot)
    }
    list(
      Listing(
        snapshot.entries, paged: snapshot.paged, folders: snapshot.folders, isUpdate: isUpdate))
    if isFirst { facts.readAllSidecars() }
    arrange()
  }

  private func list(_ listing: Listing) {
    arranging.listing = listing
    facts.list(listing)
  }

  package func follow(_ snapshots: AsyncStream<CatalogSnapshot>) async {
    for await snapshot in snapshots { show(snapshot) }
  }

  /// Keyed by the prefix of the paths in them.
  package var listedDirectories: [ByteString: DirectoryIdentity] { snapshot.directories }

  /// Reads the sources again, for those that do not report changes.
  package func lookAgain() { demand.retry() }

  /// Lets sources poll for changes when the terminal gets the focus.
  package func glance() { demand.glance() }

  package func join(pairs: Bool) {
    guard joinsPairs != pairs else { return }
    joinsPairs = pairs
    if !snapshot.entries.isEmpty { lookAgain() }
  }

  package func hide(videos: Bool) {
    guard hidesVideos != videos else { return }
    hidesVideos = videos
    if !snapshot.entries.isEmpty { lookAgain() }
  }

  package func isPaired(_ id: PhotoID) -> Bool {
    (snapshot.raws[id]?.count ?? 0) > (snapshot.clips[id] == nil ? 0 : 1)
  }

  package func clip(of id: PhotoID) -> Photo? { snapshot.clips[id] }

  /// Removes photos whose files are gone, and selects the one after the selected photo.
  package func withdraw(_ paths: [ByteString]) {
    guard !paths.isEmpty else { return }
    viewer?.leave(paths)
    amendments.withdraw(paths)
    places.unmark(Set(paths))
    showAgain()
  }

  /// Returns whether one of them is listed, which is selected.
  @discardableResult
  package func restore(_ paths: [ByteString]) -> Bool {
    guard !paths.isEmpty else { return false }
    let first = amendments.restore(paths)
    showAgain()
    return first.map(select) ?? false
  }

  package struct SavedMarks: Sendable {
    /// Those of the shown catalog: another one has facts of its own.
    fileprivate let facts: PhotoFactsStore
    fileprivate let listed: Marks
    fileprivate let unlisted: [ByteString: [CatalogEntry]]
  }

  package var savedMarks: SavedMarks {
    SavedMarks(facts: facts, listed: marks, unlisted: places.unlisted)
  }

  /// Does nothing if the trash or another folder is shown, or was entered meanwhile.
  package func restore(_ saved: SavedMarks) {
    guard saved.facts === facts else { return }
    places.unlisted = saved.unlisted
    mark { now, _ in now = saved.listed }
    // Marks the photos that have been listed meanwhile.
    showAgain()
  }

  /// Reloads photos whose files were replaced, even where the catalog does not watch them.
  package func revise(_ paths: [ByteString]) {
    guard !paths.isEmpty else { return }
    amendments.revise(paths)
    showAgain()
  }

  private func showAgain() {
    show(amendments.latest)
    marks.keep(only: snapshot)
  }
}

extension CatalogSnapshot {
  fileprivate func lists(thatOf other: CatalogSnapshot) -> Bool {
    isComplete && other.isComplete && entries == other.entries && paged === other.paged
      && folders == other.folders && notices == other.notices
  }

  package var withoutVideos: CatalogSnapshot {
    let isHidden = { [named] (entry: CatalogEntry) in
      entry.photo.isVideoFile && entry.id != named
    }
    guard entries.contains(where: isHidden) else { return self }
    var shown = self
    shown.entries.removeAll(where: isHidden)
    return shown
  }

  /// Merges each RAW+JPEG pair, and each photo with its video, into one entry, that of the JPEG.
  package var joiningPairs: CatalogSnapshot {
    // Most folders have neither.
    let photos = entries.span
    let isHalf = { (name: ByteString) in name.isRaw || name.isPairedVideo }
    guard photos.indices.contains(where: { isHalf(photos[$0].photo.name) }) else { return self }
    let pairs = RawPairs.pictures(ofRawsAmong: entries.count) { place in
      let photo = entries[place].photo
      return photo.onWeb == nil ? (photo.folder, photo.name) : nil
    }
    guard !pairs.isEmpty else { return self }
    var joined = self
    for (raw, picture) in pairs {
      let (id, half) = (entries[picture].id, entries[raw])
      // A second video would be found by no name.
      if half.photo.name.isPairedVideo { joined.clips[id] = half.photo }
      joined.raws[id, default: []].append(half.id)
    }
    joined.entries = entries.indices.filter { pairs[$0] == nil }.map { entries[$0] }
    if let named, let place = entries.firstIndex(where: { $0.id == named }),
      let picture = pairs[place]
    {
      joined.named = entries[picture].id
    }
    return joined
  }
}

// MARK: - Folders

extension GridViewModel {
  /// Path prefix of the shown folder; nil if there are several or it is not a folder.
  package var place: ByteString? { places.current }

  /// Shows a catalog until another folder is entered; `opening` is nil if that is not possible.
  package func browse(
    _ catalog: any PhotoCatalog, opening: FolderOpening?,
    onListing: @escaping @MainActor (CatalogSnapshot) -> Void = { _ in }
  ) {
    places = FolderPlaces(opening: opening)
    if let store = opening?.store {
      Task.immediate { [weak self] in
        let stored = await store.load()
        self?.remember(stored)
      }
    }
    follow(catalog, onListing: onListing)
  }

  private func remember(_ stored: [ByteString: ByteString]) {
    guard suspended == nil, let name = places.remember(stored, in: snapshot) else { return }
    selection.wait(for: name)
    showAgain()
  }

  /// Remembers the selection for the next run, if the user has made one; the start needs none.
  private func storePlace() {
    guard selection.isChosen || hasNamed else { return }
    places.store(selection.index == 0 ? nil : selectedGridEntry?.name)
  }

  package func endBrowsing() {
    leaveTrash()
    storePlace()
    following?.cancel()
  }

  package func enter(_ folder: Subfolder) { go(to: folder.path) }

  /// False if there is no way back, as the photos are not of one folder.
  package func enter(_ folder: ByteString) -> Bool {
    guard let place, places.opening != nil else { return false }
    if place != folder { go(to: folder) }
    return true
  }

  package func goUp() -> PlaceStep {
    guard place != nil, places.opening != nil else { return .isNowhere }
    guard let above = places.above else { return .isTop }
    go(
      to: above.path, selecting: above.name,
      in: above.isRecursive ? places.opening?.recursiveCatalog(above.path) : nil)
    return .gone
  }

  /// Shows or hides the photos of all subfolders; false if the photos are not of one folder.
  package func toggleSubfolders() -> Bool {
    guard let place, let opening = places.opening else { return false }
    guard !places.isRecursive else {
      go(to: place)
      return true
    }
    guard let catalog = opening.recursiveCatalog(place) else { return false }
    go(to: place, in: catalog)
    return true
  }

  /// `recursive` lists the photos of its subfolders, too.
  private func go(
    to path: ByteString, selecting name: ByteString? = nil, in recursive: (any PhotoCatalog)? = nil
  ) {
    guard let opening = places.opening else { return }
    storePlace()
    following?.cancel()
    let memory = places.go(
      to: path, selecting: name, isRecursive: recursive != nil,
      leaving: FolderPlaces.Memory(
        selected: selectedGridEntry?.name, firstRow: selection.firstRow, marked: markedHere,
        filter: filter, search: search))
    begin(with: memory)
    follow(recursive ?? opening.catalog(path)) { _ in }
  }

  func begin(with memory: FolderPlaces.Memory) {
    facts = facts.emptied()
    var options = arranging.options
    (options.filter, options.search, options.findsBursts) = (memory.filter, memory.search, false)
    (options.requestedDepth, awaitedFacts) = (.names, nil)
    arranging = ArrangementState()
    arranging.options = options
    selection =
      memory.selected.map { GridSelection(awaiting: $0, firstRow: memory.firstRow) }
      ?? GridSelection()
    marks = Marks()
    (snapshot, amendments) = (CatalogSnapshot(isComplete: false), CatalogAmendments())
    (names, searching, sizing) = (PhotoNames(), PhotoSearch(), sizing.emptied())
    layOut()
    update()
  }

  func follow(
    _ catalog: any PhotoCatalog, onListing: @escaping @MainActor (CatalogSnapshot) -> Void
  ) {
    // Subscribe before the task starts, so that reading begins now.
    let snapshots = catalog.snapshots()
    following = Task.immediate(executorPreference: WorkExecutor.forTasks) { [weak self, facts] in
      for await snapshot in snapshots {
        // Another catalog has facts of its own.
        guard let self else { return }
        if let suspended = self.suspended, suspended.facts === facts {
          self.suspended?.newest = snapshot
          continue
        }
        guard self.facts === facts else { return }
        self.show(snapshot)
        onListing(snapshot)
        if snapshot.isComplete, let name = CollectionFolder.name(of: snapshot.place) {
          onCollection(name, snapshot.entries)
        }
      }
    }
  }

  /// Checks the files of images still cached, since they were not watched meanwhile.
  func finishReturning() {
    guard snapshot.isComplete, arrangement.listing === arranging.listing else { return }
    selection.stopReturning()
    if places.finishListing() { loadChanged() }
  }
}

// MARK: - Pages

extension GridViewModel {
  /// Paged listings up to this size are loaded whole if an option needs all entries.
  private static let heldLimit = 16_384

  func wantPages(_ nearest: [Int]) {
    // A listing that is being arranged has newer counts than the one that is shown.
    guard let paged = arrangement.listing.paged, paged === snapshot.paged else {
      return pages.want([], of: snapshot.paged)
    }
    let unread = paged.keep(exactly: marks.ids)
    let shown = (nearest + prefetchRange).lazy.filter(arrangement.photoIndices.contains)
      .map { paged.page(of: self.arrangement.position(at: $0)) }
    var seen: Set<Int> = []
    pages.want((Array(shown) + unread).filter { seen.insert($0).inserted }, of: paged)
  }

  func handlePageChange() {
    nameByPages()
    if let new = pages.entries, new !== snapshot.paged, snapshot.paged != nil {
      return correct(by: new)
    }
    update()
  }

  /// Derives short names from the visible photos only: all would have to be loaded.
  private func nameByPages() {
    guard let paged = arrangement.listing.paged, names == PhotoNames() else { return }
    let shown = visibleRange.clamped(to: arrangement.photoIndices)
    names = PhotoNames(of: shown.compactMap { paged[arrangement.position(at: $0)] })
  }

  /// Why a grouping is not available: of large listings only facts listed by the server are.
  package func obstacle(toGroupingBy grouping: PhotoGrouping) -> String? {
    isAvailable(ViewOptions(grouping: grouping))
      ? nil : "Too many photos: only day, month and year groups"
  }

  package func obstacle(toSortingBy order: PhotoOrder) -> String? {
    isAvailable(ViewOptions(order: order)) ? nil : "Too many photos to compare"
  }

  package var obstacleToStacks: String? {
    isAvailable(ViewOptions(foldsBursts: true)) ? nil : "Too many photos to stack bursts"
  }

  /// Notices for options set before the listing became too large for them.
  var obstacleNotices: [CatalogNotice] {
    guard let paged = arrangement.listing.paged else { return [] }
    return [
      obstacle(toGroupingBy: grouping), obstacle(toSortingBy: order),
      foldsBursts ? obstacleToStacks : nil,
    ].compactMap(\.self).map { paged.notice(saying: $0) }
  }

  private func isAvailable(_ options: ViewOptions) -> Bool {
    guard let paged = arrangement.listing.paged else { return true }
    return paged.count <= Self.heldLimit || options.isMetByFullScan
  }

  func gatherPages() {
    let (listing, options) = (arranging.listing, arranging.options)
    guard let paged = listing.paged, !arranging.hasScanned else { return pages.endGathering() }
    if paged.count <= Self.heldLimit {
      // All entries satisfy any options.
      pages.gather(paged, for: ViewOptions(), into: [CatalogEntry]()) {
        $0 += $1
      } finish: { [weak self] entries, corrected in
        guard let self, self.arranging.listing === listing else { return }
        guard corrected.count <= Self.heldLimit else { return self.correct(by: corrected) }
        self.snapshot.paged = corrected
        self.names = PhotoNames(of: entries)
        self.list(Listing(entries, folders: listing.folders))
        self.arrange()
      }
    } else if options.isMetByFullScan {
      scan(paged, for: options)
    } else {
      pages.endGathering()
    }
  }

  private func scan(_ paged: PagedEntries, for options: ViewOptions) {
    let scan = FullScan(
      of: paged, for: options, marksVersion: arranging.marksVersion, after: arranging.scan)
    guard !scan.isComplete else {
      arranging.scan = scan
      return pages.endGathering()
    }
    let marks = marks
    pages.gather(paged, for: options, into: scan) {
      $0.add($1, isMarked: marks.contains)
    } finish: { [weak self] scan, corrected in
      guard let self, self.arranging.listing.paged === paged else { return }
      self.arranging.scan = scan.of(corrected)
      guard corrected !== paged else { return self.arrange() }
      self.correct(by: corrected)
    }
  }

  /// Replaces the entries after a page turned out to have another count.
  private func correct(by entries: PagedEntries) {
    var snapshot = snapshot
    snapshot.paged = entries
    show(snapshot)
  }
}

/// Changes to files that the catalog has not reported yet, or never will.
struct CatalogAmendments {
  private(set) var latest = CatalogSnapshot(isComplete: false)
  /// The paths at which photos are no longer shown: one that is moved inside the tree is listed anew.
  private var gone: [PhotoID: ByteString] = [:]
  /// Photos whose file was replaced at the same path, with the photo that is there now.
  private var revised: [Photo: Photo] = [:]

  mutating func applied(to snapshot: CatalogSnapshot) -> CatalogSnapshot {
    latest = snapshot
    // A complete listing confirms the removal; a photo that is listed later is shown again.
    if snapshot.isComplete, !gone.isEmpty {
      let left = Set(snapshot.entries.lazy.filter(isGone).map(\.id))
      gone = gone.filter { left.contains($0.key) }
    }
    if snapshot.isComplete, !revised.isEmpty {
      let listed = Set(snapshot.entries.lazy.map(\.photo))
      revised = revised.filter { listed.contains($0.key) }
    }
    guard !gone.isEmpty || !revised.isEmpty else { return snapshot }
    var amended = snapshot
    amended.entries.removeAll(where: isGone)
    guard !revised.isEmpty else { return amended }
    amended.entries = amended.entries.map { entry in
      revised[entry.photo].map { CatalogEntry(id: entry.id, photo: $0) } ?? entry
    }
    return amended
  }

  mutating func revise(_ paths: [ByteString]) {
    for entry in entries(at: paths) { revised[entry.photo] = entry.photo.revised() }
  }

  mutating func withdraw(_ paths: [ByteString]) {
    for entry in entries(at: paths) { gone[entry.id] = entry.photo.path }
  }

  mutating func showAll() { gone = [:] }

  /// Returns the first restored entry; nil if the catalog lists none of them.
  mutating func restore(_ paths: [ByteString]) -> PhotoID? {
    let first = entries(at: paths).first(where: isGone)?.id
    let paths = Set(paths)
    gone = gone.filter { !paths.contains($0.value) }
    return first
  }

  private func isGone(_ entry: CatalogEntry) -> Bool {
    gone[entry.id].map { $0 == entry.photo.path } ?? false
  }

  private func entries(at paths: [ByteString]) -> [CatalogEntry] {
    // A photo that changed while shown has another identity at the same path.
    let paths = Set(paths)
    return latest.entries.filter { $0.photo.path.map(paths.contains) ?? false }
  }
}
