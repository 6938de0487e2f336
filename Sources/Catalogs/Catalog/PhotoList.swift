package import Base

/// Photos are not copied: with 100,000 photos that would dominate most operations, as retaining a
/// name touches memory that is far apart.
package struct PhotoList: RandomAccessCollection, Sendable {
  private let entries: [CatalogEntry]
  /// Indices into `entries`; nil means all.
  private let places: [Int32]?

  package init(of entries: [CatalogEntry], at places: [Int32]? = nil) {
    (self.entries, self.places) = (entries, places)
  }

  package init(_ photos: some Sequence<Photo>) {
    self.init(of: photos.map { CatalogEntry($0) })
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { places?.count ?? entries.count }

  package subscript(_ index: Int) -> Photo { entries[place(of: index)].photo }

  package func entry(at index: Int) -> CatalogEntry { entries[place(of: index)] }

  package func id(at index: Int) -> PhotoID { entries[place(of: index)].id }

  package func name(at index: Int) -> ByteString { entries[place(of: index)].photo.name }

  /// Local files by folder, with their indices in this list; consecutive photos mostly share a
  /// folder.
  package var folders: [(folder: ByteString, places: [Int])] {
    var groups: [(folder: ByteString, places: [Int])] = []
    var numbers: [ByteString: Int] = [:]
    var last = 0
    // Does not retain photos, which would touch their names in memory.
    let entries = entries.span
    for index in indices {
      let place = place(of: index)
      guard !entries[place].photo.isOnWeb else { continue }
      if groups.isEmpty || groups[last].folder.bytes != entries[place].photo.folder.bytes {
        let folder = entries[place].photo.folder
        last = numbers[folder] ?? groups.count
        if last == groups.count { groups.append((folder, [])) }
        numbers[folder] = last
      }
      groups[last].places.append(index)
    }
    return groups
  }

  private func place(of index: Int) -> Int { places.map { Int($0[index]) } ?? index }
}
