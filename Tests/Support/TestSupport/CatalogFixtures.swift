package import Catalogs
internal import Synchronization

extension [CatalogEntry] {
  /// Entries whose ids are stable across lists: equal photos are distinguished by their number.
  package init(of photos: [Photo]) {
    var counts: [Photo: Int] = [:]
    self = photos.map { photo in
      counts[photo, default: 0] += 1
      return CatalogEntry(
        id: PhotoID.of(Listed(photo: photo, number: counts[photo, default: 0])), photo: photo)
    }
  }
}

extension CatalogSnapshot {
  /// A snapshot whose entries have the same ids as in other snapshots of these photos.
  package init(
    listing photos: [Photo], naming named: Photo? = nil, notices: [CatalogNotice] = [],
    isComplete: Bool = true, hasMore: Bool = false
  ) {
    let entries = [CatalogEntry](of: photos)
    self.init(
      entries: entries, named: entries.first { $0.photo == named }?.id, notices: notices,
      isComplete: isComplete, hasMore: hasMore)
  }
}

private struct Listed: Hashable {
  let photo: Photo
  let number: Int
}

extension PhotoID {
  fileprivate static let known = Mutex<[Listed: PhotoID]>([:])

  fileprivate static func of(_ listed: Listed) -> PhotoID {
    known.withLock { known in
      let id = known[listed] ?? PhotoID()
      known[listed] = id
      return id
    }
  }
}
