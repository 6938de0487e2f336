package import Catalog
import Culling
import Values

extension CatalogSnapshot {
  /// The same with one entry for a raw file and the picture that the camera has made beside it: the picture's.
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

/// Raw files and their pictures.
extension GridViewModel {
  /// Lets a raw file and the picture beside it be one photo, or two; what is listed is read again for that.
  package func join(pairs: Bool) {
    guard joinsPairs != pairs else { return }
    joinsPairs = pairs
    if !snapshot.entries.isEmpty { lookAgain() }
  }

  /// Whether a raw file belongs to an entry, and is not seen by itself.
  package func isPaired(_ id: PhotoID) -> Bool { snapshot.raws[id] != nil }
}
