package import Base
package import Catalogs

/// Opens the catalogs of folders that the user enters.
package struct FolderOpening {
  /// Absolute path that relative paths start from.
  let workingFolder: ByteString
  let catalog: @MainActor (ByteString) -> any PhotoCatalog

  package init(
    workingFolder: ByteString, catalog: @escaping @MainActor (ByteString) -> any PhotoCatalog
  ) {
    self.workingFolder = workingFolder
    self.catalog = catalog
  }
}

struct PlaceState {
  var opening: FolderOpening?
  var places = Places()
  /// Incremented when another folder is shown.
  var visit = 0
  var following: Task<Void, Never>?
  /// Identities of the entries at the last visit, by name.
  var known: [ByteString: PhotoID] = [:]
  /// What to select once it is listed, unless the user moves first.
  var returning: Returning?
  /// Whether the folder was visited before and is not completely listed yet.
  var isReturning = false
  /// Marked photos of the last visit, until the listing is complete.
  var remembered: [CatalogEntry] = []

  struct Returning {
    let id: PhotoID
    let firstRow: Int
  }
}

package enum PlaceStep: Hashable, Sendable {
  case gone
  /// There is no parent folder.
  case isTop
  /// Several folders are shown, or none.
  case isNowhere
}

extension GridViewModel {
  /// Path prefix of the shown folder; nil if there are several or it is not a folder.
  package var place: ByteString? { placing.places.current }

  /// Shows a catalog until another folder is entered; `opening` is nil if that is not possible.
  package func browse(
    _ catalog: any PhotoCatalog, opening: FolderOpening?,
    onListing: @escaping @MainActor (CatalogSnapshot) -> Void = { _ in }
  ) {
    placing.opening = opening
    placing.places = Places(workingFolder: opening?.workingFolder ?? ByteString("/"))
    follow(catalog, onListing: onListing)
  }

  package func endBrowsing() {
    placing.following?.cancel()
  }

  package func enter(_ folder: Subfolder) {
    guard placing.opening != nil else { return }
    go(to: folder.path)
  }

  /// Goes to the parent folder, where the folder that was left is selected.
  package func goUp() -> PlaceStep {
    guard place != nil, placing.opening != nil else { return .isNowhere }
    guard let above = placing.places.above else { return .isTop }
    go(to: above.path, selecting: above.name)
    return .gone
  }

  package func clearMarks() {
    placing.places.unmark()
    placing.remembered = []
    mark { marks, _ in marks.clear() }
  }

  /// Absolute path of the shown folder; nil if there are several or it is not a folder.
  var wholePlace: ByteString? { placing.opening == nil ? nil : placing.places.whole }

  package var markedCount: Int { marks.count + placing.places.marked.count }

  /// Replaces identities by those of the last visit, by name.
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

  func goOnReturning() {
    guard let returning = placing.returning,
      let index = arrangement.index(of: returning.id, near: 0)
    else { return }
    selection.restore(index, firstRow: returning.firstRow, of: arrangement)
  }

  /// Checks the files of images still cached, since they were not watched meanwhile.
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
    // Subscribe before the task starts, so that reading begins now.
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
