import Base
package import Catalogs

extension CatalogSnapshot {
  /// Merges each RAW+JPEG pair into one entry, that of the JPEG.
  var joiningPairs: CatalogSnapshot {
    let pairs = RawPairs.pictures(ofRawsAmong: entries.count) { place in
      let photo = entries[place].photo
      return photo.onWeb == nil ? (photo.folder, photo.name) : nil
    }
    guard !pairs.isEmpty else { return self }
    var joined = self
    for (raw, picture) in pairs {
      joined.raws[entries[picture].id, default: []].append(entries[raw].id)
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

extension GridViewModel {
  package func join(pairs: Bool) {
    guard joinsPairs != pairs else { return }
    joinsPairs = pairs
    if !snapshot.entries.isEmpty { lookAgain() }
  }

  /// Whether a raw file is paired with the entry and hidden behind it.
  package func isPaired(_ id: PhotoID) -> Bool { snapshot.raws[id] != nil }
}
