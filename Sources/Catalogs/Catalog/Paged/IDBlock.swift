import Base

/// A range of consecutive ids for a page, with spare ids in case the page grows.
///
/// Entries that had an id before keep it.
struct IDBlock: Hashable {
  let first: UInt64
  let count: Int
  private(set) var earlier: [Int: PhotoID] = [:]

  init(for count: Int) {
    self.count = 2 * count + 64
    first = PhotoID.reserve(self.count)
  }

  /// Reserves ids for the photos of a page; photos in `known` keep their ids.
  init(for photos: [Photo], knowing known: [CatalogEntry]) {
    self.init(for: photos.count)
    var ids = Dictionary(
      known.lazy.map { (PhotoIdentity($0.photo), $0.id) }, uniquingKeysWith: { first, _ in first })
    for (place, photo) in photos.enumerated() {
      earlier[place] = ids.removeValue(forKey: PhotoIdentity(photo))
    }
  }

  subscript(place: Int) -> PhotoID { earlier[place] ?? PhotoID(number: first + UInt64(place)) }

  func entries(of photos: [Photo]) -> [CatalogEntry] {
    photos.enumerated().map { CatalogEntry(id: self[$0.offset], photo: $0.element) }
  }
}

/// Identity of a photo within its catalog, even if its file changes.
enum PhotoIdentity: Hashable {
  case served(ByteString)
  case other(Photo)

  init(_ photo: Photo) {
    self = photo.onWeb?.file.map { .served($0.place) } ?? .other(photo)
  }
}
