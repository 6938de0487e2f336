package import Catalog
import Concurrency
import Finding
package import Values

/// What opens the folders that one goes to.
package struct FolderOpening {
  /// What relative paths begin in, from the root on.
  let workingFolder: ByteString
  /// The catalog of a folder, given the beginning of the paths in it.
  let catalog: @MainActor (ByteString) -> any PhotoCatalog

  /// Takes what makes a catalog of a folder.
  package init(
    workingFolder: ByteString, catalog: @escaping @MainActor (ByteString) -> any PhotoCatalog
  ) {
    self.workingFolder = workingFolder
    self.catalog = catalog
  }
}

/// What is followed, and what one comes back to.
struct PlaceState {
  /// What opens folders; nil where one stays where one is.
  var opening: FolderOpening?
  /// Where one is, and has been.
  var places = Places()
  /// Goes up whenever another folder is shown.
  var visit = 0
  /// Shows what the catalog of this visit says.
  var following: Task<Void, Never>?
  /// By which ids entries are known from the visit before, by their names.
  var known: [ByteString: PhotoID] = [:]
  /// What is to be selected as soon as it is listed, unless somebody moves before.
  var returning: Returning?
  /// Whether the folder has been shown before, and is not listed whole yet.
  var isReturning = false
  /// The marked photos of the visit before, until all is listed.
  var remembered: [CatalogEntry] = []

  /// Where one was.
  struct Returning {
    /// What was selected.
    let id: PhotoID
    /// The row of cells at the top of the screen.
    let firstRow: Int
  }
}

/// What came of going to another folder.
package enum PlaceStep: Hashable, Sendable {
  /// Its catalog is being read.
  case gone
  /// There is no folder above.
  case isTop
  /// More than one folder is shown, or none.
  case isNowhere
}

/// Going from folder to folder.
extension GridViewModel {
  /// The one folder that is shown, as the beginning of the paths in it; nil where photos come from elsewhere
  /// or from several.
  package var place: ByteString? { placing.places.current }

  /// Shows a catalog, and what becomes of it, until another folder is shown.
  /// - Parameters:
  ///   - catalog: What is shown first.
  ///   - opening: What opens the folders that one goes to; nil where one stays.
  ///   - onListing: Is called after each snapshot of that catalog has been taken over.
  package func browse(
    _ catalog: any PhotoCatalog, opening: FolderOpening?,
    onListing: @escaping @MainActor (CatalogSnapshot) -> Void = { _ in }
  ) {
    placing.opening = opening
    placing.places = Places(workingFolder: opening?.workingFolder ?? ByteString("/"))
    follow(catalog, onListing: onListing)
  }

  /// Hears nothing more of what is shown.
  package func endBrowsing() {
    placing.following?.cancel()
  }

  /// Goes into a folder.
  package func enter(_ folder: Subfolder) {
    guard placing.opening != nil else { return }
    go(to: folder.path)
  }

  /// Goes to the folder above, where the one that was shown is selected.
  package func goUp() -> PlaceStep {
    guard place != nil, placing.opening != nil else { return .isNowhere }
    guard let above = placing.places.above else { return .isTop }
    go(to: above.path, selecting: above.name)
    return .gone
  }

  /// Takes all marks away, in other folders as well.
  package func clearMarks() {
    placing.places.unmark()
    placing.remembered = []
    mark { marks, _ in marks.clear() }
  }

  /// The folder that is shown, by its path from the root on; nil where photos come from elsewhere or from
  /// several.
  var wholePlace: ByteString? { placing.opening == nil ? nil : placing.places.whole }

  /// How many photos are marked, in other folders as well.
  package var markedCount: Int { marks.count + placing.places.marked.count }

  /// The same entries by the ids that they had at the visit before.
  func recognised(_ snapshot: CatalogSnapshot) -> CatalogSnapshot {
    if let place = snapshot.place { placing.places.begin(in: place) }
    let known = placing.known
    guard !known.isEmpty else { return snapshot }
    var snapshot = snapshot
    for (index, entry) in snapshot.entries.enumerated() {
      guard let id = known[entry.photo.name] else { continue }
      snapshot.entries[index] = CatalogEntry(id: id, photo: entry.photo)
    }
    for (index, folder) in snapshot.folders.enumerated() {
      guard let id = known[GridEntry.folder(folder).name] else { continue }
      snapshot.folders[index] = folder.known(as: id)
    }
    return snapshot
  }

  /// Selects what was selected at the visit before, once that is listed.
  func goOnReturning() {
    guard let returning = placing.returning,
      let index = arrangement.index(of: returning.id, near: 0)
    else { return }
    selection.restore(index, firstRow: returning.firstRow, of: arrangement)
  }

  /// Ends that where all is listed, and looks at the files of the pictures that memory still had: nobody has
  /// watched them since.
  func finishReturning() {
    guard snapshot.isComplete, arrangement.listing === arranging.listing else { return }
    placing.returning = nil
    placing.remembered = []
    guard placing.isReturning else { return }
    placing.isReturning = false
    loadChanged()
  }

  private func go(to path: ByteString, selecting name: ByteString? = nil) {
    guard let opening = placing.opening else { return }
    placing.following?.cancel()
    let known = placing.places.go(to: path, leaving: memoryOfPlace)
    placing.isReturning = known != nil
    var memory = known ?? Places.Memory()
    if let name { memory.selected = ByteString(name.bytes + [UInt8(ascii: "/")]) }
    placing.visit += 1
    begin(with: memory)
    follow(opening.catalog(path)) { _ in }
  }

  private var memoryOfPlace: Places.Memory {
    Places.Memory(
      selected: isEmpty ? nil : arrangement[selection.index].name, firstRow: selection.firstRow,
      marked: markedHere, filter: filter, search: search)
  }

  /// Shows nothing of what was shown, and knows again what comes.
  private func begin(with memory: Places.Memory) {
    var known = Dictionary(
      memory.marked.map { ($0.photo.name, $0.id) }, uniquingKeysWith: { first, _ in first })
    placing.returning = memory.selected.map { name in
      let id = known[name] ?? PhotoID()
      known[name] = id
      return PlaceState.Returning(id: id, firstRow: memory.firstRow)
    }
    placing.known = known
    placing.remembered = memory.marked
    marks = Marks(memory.marked.map(\.id))
    arranging.beginAnew(showing: memory.filter, lookingFor: memory.search)
    forgetListing()
  }

  private func follow(
    _ catalog: any PhotoCatalog, onListing: @escaping @MainActor (CatalogSnapshot) -> Void
  ) {
    // It is read from now on, whenever there is time to listen.
    let (visit, snapshots) = (placing.visit, catalog.snapshots())
    placing.following = Task.immediate(executorPreference: WorkExecutor.forTasks) { [weak self] in
      for await snapshot in snapshots {
        guard let self, self.placing.visit == visit else { return }
        self.show(snapshot)
        onListing(snapshot)
      }
    }
  }
}
