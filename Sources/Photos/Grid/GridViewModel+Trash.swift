import Base
package import Catalogs
package import FileActions
import Imaging
import Synchronization

/// The photos in the trash and what is recorded of them; thread-safe.
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

  /// Lists the trash; blocks.
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
struct CoveredCatalog {
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
  /// The newest snapshot since; nil if there was none.
  var newest: CatalogSnapshot?
}

extension GridViewModel {
  package var isTrash: Bool { covered != nil }

  /// The facts of the photos outside the trash.
  package var browsedFacts: PhotoFactsStore { covered?.facts ?? facts }

  package func trashEntry(of id: PhotoID) -> TrashEntry? { covered?.trash[id] }

  /// The records of the chosen photos; empty outside the trash.
  package var chosenTrash: [TrashEntry] { chosenEntries.compactMap { trashEntry(of: $0.id) } }

  /// Shows the trash until `leaveTrash`, newest deletion first and without filter or groups.
  package func showTrash(by actions: FileActions) {
    guard covered == nil else { return }
    let trash = TrashListing(by: actions, near: place ?? selectedPhoto?.folder)
    covered = CoveredCatalog(
      trash: trash, facts: facts, arranging: arranging, searching: searching,
      selection: selection, marks: marks, sizing: sizing, names: names, snapshot: snapshot,
      places: places, following: following, amendments: amendments)
    following = nil
    places = FolderPlaces()
    begin(with: FolderPlaces.Memory())
    arranging.options = ViewOptions()
    arranging.options.caption = covered?.arranging.options.caption ?? .name
    follow(RereadPhotos(demand: demand) { trash.read() }) { _ in }
  }

  /// Shows the former catalog again, with its selection, marks and arrangement.
  package func leaveTrash() {
    guard let covered else { return }
    self.covered = nil
    following?.cancel()
    facts.moveCallback(to: covered.facts)
    (facts, searching, selection, marks) = (
      covered.facts, covered.searching, covered.selection, covered.marks
    )
    (arranging, names, places, following) = (
      covered.arranging, covered.names, covered.places, covered.following
    )
    (snapshot, amendments) = (covered.snapshot, covered.amendments)
    // The result of another thread was dropped meanwhile.
    arranging.isArranging = false
    let area = sizing.area
    sizing = covered.sizing
    resize(to: area, headerRows: headerRows, form: form)
    show(covered.newest ?? amendments.latest)
    arrange()
  }

  /// Lists again after files have left or entered the trash, for sources that are not watched too.
  package func noteTrashChange() {
    guard covered != nil else { return }
    covered?.amendments.showAll()
    lookAgain()
  }
}
