import Feeds
import Values

/// The ids of a page, which follow one another, some of them for photos that may come; but entries that are known from
/// before have those of then.
struct IDBlock: Hashable {
  let first: UInt64
  let count: Int
  /// The ids of the entries that are known from before, by their places.
  private(set) var earlier: [Int: PhotoID] = [:]

  /// Takes ids for a page, and as many again.
  init(for count: Int) {
    self.count = 2 * count + 64
    first = PhotoID.reserve(self.count)
  }

  /// Takes ids for the photos of a page, but for those that are known.
  init(for photos: [Photo], knowing known: [CatalogEntry]) {
    self.init(for: photos.count)
    var ids = Dictionary(
      known.lazy.map { (PhotoIdentity($0.photo), $0.id) }, uniquingKeysWith: { first, _ in first })
    for (place, photo) in photos.enumerated() {
      earlier[place] = ids.removeValue(forKey: PhotoIdentity(photo))
    }
  }

  /// The id of the entry at a place of the page.
  subscript(place: Int) -> PhotoID { earlier[place] ?? PhotoID(number: first + UInt64(place)) }

  /// The photos of the page as its entries.
  func entries(of photos: [Photo]) -> [CatalogEntry] {
    photos.enumerated().map { CatalogEntry(id: self[$0.offset], photo: $0.element) }
  }
}

/// What tells a photo from the others of its catalog, whatever has become of its file.
enum PhotoIdentity: Hashable {
  case served(ByteString)
  case other(Photo)

  init(_ photo: Photo) {
    self = photo.onWeb?.file.map { .served($0.place) } ?? .other(photo)
  }
}
