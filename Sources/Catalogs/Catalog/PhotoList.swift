package import Values

/// Some photos of a listing, or all of them, by their places in it: nothing of the photos is copied.
///
/// Where there are a hundred thousand, to copy each takes longer than most of what is asked of them:
/// their names lie apart in memory, and to hold one touches it.
package struct PhotoList: RandomAccessCollection, Sendable {
  private let entries: [CatalogEntry]
  /// Where the photos stand in the listing; nil where they are all of it.
  private let places: [Int32]?

  /// Takes photos of a listing.
  /// - Parameters:
  ///   - entries: The listing.
  ///   - places: Where the photos stand in it; nil where they are all of it.
  package init(of entries: [CatalogEntry], at places: [Int32]? = nil) {
    (self.entries, self.places) = (entries, places)
  }

  /// Takes photos that nobody has listed.
  package init(_ photos: some Sequence<Photo>) {
    self.init(of: photos.map { CatalogEntry($0) })
  }

  /// Always 0.
  package var startIndex: Int { 0 }
  /// How many photos there are.
  package var endIndex: Int { places?.count ?? entries.count }

  /// A photo.
  package subscript(_ index: Int) -> Photo { entries[place(of: index)].photo }

  /// The entry of a photo.
  package func entry(at index: Int) -> CatalogEntry { entries[place(of: index)] }

  /// What tells a photo from every other entry.
  package func id(at index: Int) -> PhotoID { entries[place(of: index)].id }

  /// What stands below the picture of a photo: the file name alone, or a caption.
  package func name(at index: Int) -> ByteString { entries[place(of: index)].photo.name }

  /// The folders of the files among the photos, with the places of the photos of each in this list; those of
  /// one folder mostly stand together.
  package var folders: [(folder: ByteString, places: [Int])] {
    var groups: [(folder: ByteString, places: [Int])] = []
    var numbers: [ByteString: Int] = [:]
    var last = 0
    // No photo is held: its name lies elsewhere in memory, and is not asked for.
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
