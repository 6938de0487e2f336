import Base
package import Catalogs
package import FileActions
import Imaging
import Synchronization

/// Thread-safe; `read` blocks.
final class TrashListing: Sendable {
  private struct State {
    var known: [TrashEntry: CatalogEntry] = [:]
    var found: [PhotoID: TrashEntry] = [:]
  }

  private let actions: FileActions
  private let folder: ByteString?
  private let state = Mutex(State())

  /// `folder` is a path prefix, whose file system may have its own trash.
  init(by actions: FileActions, near folder: ByteString?) {
    self.actions = actions
    self.folder = folder.map { $0.bytes.isEmpty ? ByteString(".") : $0 }
  }

  subscript(id: PhotoID) -> TrashEntry? { state.withLock { $0.found[id] } }

  func read() -> CatalogSnapshot {
    do throws(SystemError) {
      let found = try actions.trashed(near: folder) { PictureFormat(fileName: $0.bytes) != nil }
      let known = state.withLock(\.known)
      // Revised, as a former view may have cached another file that had the same name there.
      let entries = found.map { known[$0] ?? CatalogEntry(Photo(path: $0.path).revised()) }
      let new = State(
        known: Dictionary(zip(found, entries)) { $1 },
        found: Dictionary(zip(entries.lazy.map(\.id), found)) { $1 })
      state.withLock { $0 = new }
      return CatalogSnapshot(entries: entries)
    } catch {
      return CatalogSnapshot(
        notices: [CatalogNotice(source: "trash", problem: "\(error)", isFailure: true)])
    }
  }
}

/// The state of the catalog that is shown again when the trash is left.
struct SuspendedCatalog {
  let trash: TrashListing
  let facts: PhotoFactsStore
  let arranging: ArrangementState
  let searching: PhotoSearch
  let selection: GridSelection
  let marks: Marks
  let sizing: GridSizing
  let names: PhotoNames
  let snapshot: CatalogSnapshot
  let places: FolderPlaces
  let following: Task<Void, Never>?
  var amendments: CatalogAmendments
  var newest: CatalogSnapshot?
}

extension GridViewModel {
  package var isTrash: Bool { suspended != nil }

  package var browsedFacts: PhotoFactsStore { suspended?.facts ?? facts }

  package func trashEntry(of id: PhotoID) -> TrashEntry? { suspended?.trash[id] }

  package var chosenTrash: [TrashEntry] { chosenEntries.compactMap { trashEntry(of: $0.id) } }

  /// Shows the trash until `leaveTrash`, newest deletion first and without filter or groups.
  package func showTrash(by actions: FileActions) {
    guard suspended == nil else { return }
    let trash = TrashListing(by: actions, near: place ?? selectedPhoto?.folder)
    suspended = SuspendedCatalog(
      trash: trash, facts: facts, arranging: arranging, searching: searching,
      selection: selection, marks: marks, sizing: sizing, names: names, snapshot: snapshot,
      places: places, following: following, amendments: amendments)
    following = nil
    places = FolderPlaces()
    begin(with: FolderPlaces.Memory())
    arranging.options = ViewOptions()
    arranging.options.caption = suspended?.arranging.options.caption ?? .name
    follow(RereadPhotos(demand: demand) { _ in trash.read() }) { _ in }
  }

  package func leaveTrash() {
    guard let suspended else { return }
    self.suspended = nil
    following?.cancel()
    facts.moveCallback(to: suspended.facts)
    (facts, searching, selection, marks) = (
      suspended.facts, suspended.searching, suspended.selection, suspended.marks
    )
    (arranging, names, places, following) = (
      suspended.arranging, suspended.names, suspended.places, suspended.following
    )
    (snapshot, amendments) = (suspended.snapshot, suspended.amendments)
    // The result of another thread was dropped meanwhile.
    arranging.isArranging = false
    let area = sizing.area
    sizing = suspended.sizing
    resize(to: area, headerRows: headerRows, form: form)
    show(suspended.newest ?? amendments.latest)
    arrange()
  }

  /// Lists again after files have left or entered the trash, for sources that are not watched too.
  package func noteTrashChange() {
    guard suspended != nil else { return }
    suspended?.amendments.showAll()
    lookAgain()
  }
}
