package import Catalog
import Finding
package import Imaging
package import Values

/// Photos that are turned by what is noted beside their files.
extension GridViewModel {
  /// How a photo is turned beside how its file says.
  package func turn(of photo: Photo) -> Orientation {
    guard !turns.isEmpty, let path = photo.path else { return .topLeft }
    return turns[path] ?? .topLeft
  }

  /// Finds out again how photos are turned of which somebody else knows better.
  /// - Parameter paths: The paths of the photos.
  package func readTurns(of paths: [ByteString]) {
    let paths = Set(paths)
    let entries = arranging.listing.entries.filter { $0.photo.path.map(paths.contains) ?? false }
    findTurns(of: entries)
  }

  /// Finds out how photos are turned; those of which that changes are loaded as they are now.
  func findTurns(of entries: [CatalogEntry]) {
    guard !entries.isEmpty else { return }
    let photos = PhotoList(of: entries, at: Array(entries.indices.lazy.map(Int32.init)))
    Task.immediate { [weak self, reader = arranging.reader, generation = arranging.generation] in
      let found = await reader.turns(of: photos)
      guard let self, arranging.generation == generation else { return }
      take(found, of: entries)
    }
  }

  private func take(_ found: [Int: Orientation], of entries: [CatalogEntry]) {
    guard !found.isEmpty || !turns.isEmpty else { return }
    var isOther = false
    for (place, entry) in entries.enumerated() {
      guard let path = entry.photo.path, turns[path] != found[place] else { continue }
      turns[path] = found[place]
      isOther = true
      // It has another shape from now on.
      if !arranging.knowledge.facts.isEmpty { arranging.notes.doubt(entry.id) }
    }
    guard isOther else { return }
    findFacts()
    update()
  }
}
