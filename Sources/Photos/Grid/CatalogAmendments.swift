import Base
import Catalogs

/// Changes to files that the catalog has not reported yet, or never will.
struct CatalogAmendments {
  private(set) var latest = CatalogSnapshot(isComplete: false)
  private var gone: Set<PhotoID> = []
  /// Photos whose file was replaced at the same path, with the photo that is there now.
  private var revised: [Photo: Photo] = [:]

  mutating func applied(to snapshot: CatalogSnapshot) -> CatalogSnapshot {
    latest = snapshot
    // A complete listing confirms the removal; a photo that is listed later is shown again.
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

  mutating func revise(_ paths: [ByteString]) {
    for entry in entries(at: paths) { revised[entry.photo] = entry.photo.revised() }
  }

  mutating func withdraw(_ paths: [ByteString]) {
    gone.formUnion(entries(at: paths).map(\.id))
  }

  mutating func showAll() { gone = [] }

  /// Returns the first restored entry; nil if the catalog lists none of them.
  mutating func restore(_ paths: [ByteString]) -> PhotoID? {
    let ids = entries(at: paths).map(\.id).filter(gone.contains)
    gone.subtract(ids)
    return ids.first
  }

  private func entries(at paths: [ByteString]) -> [CatalogEntry] {
    // A photo that changed while shown has another identity at the same path.
    let paths = Set(paths)
    return latest.entries.filter { $0.photo.path.map(paths.contains) ?? false }
  }
}
