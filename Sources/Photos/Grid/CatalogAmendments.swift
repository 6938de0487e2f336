import Catalog
package import System
package import Values

/// What is known of photos before their catalog knows it, or where it never looks again: that their files have
/// gone from where they were.
struct CatalogAmendments {
  /// What the catalog said last.
  private(set) var latest = CatalogSnapshot(isComplete: false)
  private var gone: Set<PhotoID> = []
  /// What is at the paths of photos that are other files by now.
  private var revised: [Photo: Photo] = [:]

  /// Takes what a catalog says.
  /// - Returns: The same without what has gone.
  mutating func applied(to snapshot: CatalogSnapshot) -> CatalogSnapshot {
    latest = snapshot
    // What a catalog that looks again lists no more may come back by itself.
    if snapshot.isComplete, !gone.isEmpty { gone.formIntersection(snapshot.entries.lazy.map(\.id)) }
    if snapshot.isComplete, !revised.isEmpty {
      let listed = Set(snapshot.entries.lazy.map(\.photo))
      revised = revised.filter { listed.contains($0.key) }
    }
    guard !gone.isEmpty || !revised.isEmpty else { return snapshot }
    var amended = snapshot
    amended.entries.removeAll { gone.contains($0.id) }
    guard !revised.isEmpty else { return amended }
    amended.entries = amended.entries.map { entry in
      revised[entry.photo].map { CatalogEntry(id: entry.id, photo: $0) } ?? entry
    }
    return amended
  }

  /// Notes that files are others than those that are shown.
  mutating func revise(_ paths: [ByteString]) {
    for entry in entries(at: paths) { revised[entry.photo] = entry.photo.revised() }
  }

  /// Notes that files have gone.
  mutating func withdraw(_ paths: [ByteString]) {
    gone.formUnion(entries(at: paths).map(\.id))
  }

  /// Notes that files are back.
  /// - Returns: The first entry among them; nil where the catalog lists none.
  mutating func restore(_ paths: [ByteString]) -> PhotoID? {
    let ids = entries(at: paths).map(\.id).filter(gone.contains)
    gone.subtract(ids)
    return ids.first
  }

  private func entries(at paths: [ByteString]) -> [CatalogEntry] {
    // A photo that has changed while it was shown is another one at the same path.
    let paths = Set(paths)
    return latest.entries.filter { $0.photo.path.map(paths.contains) ?? false }
  }
}

/// What has become of files by actions of the user.
extension GridViewModel {
  /// Takes photos away whose files have gone; what comes after the selected one is selected.
  package func withdraw(_ paths: [ByteString]) {
    guard !paths.isEmpty else { return }
    amendments.withdraw(paths)
    placing.places.unmark(Set(paths))
    showAgain()
  }

  /// Brings photos back whose files are back, and selects the first of them.
  package func restore(_ paths: [ByteString]) {
    guard !paths.isEmpty else { return }
    let first = amendments.restore(paths)
    showAgain()
    guard let first, let index = arrangement.index(of: first, near: selection.index) else { return }
    select(index)
  }

  /// Loads photos again whose files are others than those that are shown, also where nobody watches them.
  package func revise(_ paths: [ByteString]) {
    guard !paths.isEmpty else { return }
    amendments.revise(paths)
    showAgain()
  }

  /// Which directories the photos that are shown were listed of, by the beginnings of the paths in them.
  package var listedDirectories: [ByteString: DirectoryIdentity] { snapshot.directories }

  /// Lets the sources be read again, where nobody may tell what has become of them.
  package func lookAgain() { demand.retry() }

  /// Tells that somebody looks at the grid who may have looked elsewhere.
  package func glance() { demand.glance() }

  private func showAgain() {
    show(amendments.latest)
    marks.keep(only: snapshot)
  }
}
