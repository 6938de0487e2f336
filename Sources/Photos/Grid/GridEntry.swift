package import Catalog
import Values

/// What a cell of a grid stands for: a photo, be it read or not, or a folder of photos.
package enum GridEntry: Hashable, Sendable {
  /// A photo.
  case photo(CatalogEntry)
  /// A photo of which nothing is known but its place, since its page has not been read.
  case unread(PhotoID)
  /// A folder inside the one that is shown.
  case folder(Subfolder)

  /// What tells it from every other entry.
  package var id: PhotoID {
    switch self {
    case .photo(let entry): entry.id
    case .unread(let id): id
    case .folder(let folder): folder.id
    }
  }

  /// The photo; nil for a folder, and for what has not been read.
  package var photo: Photo? { entry?.photo }

  /// The photo as its catalog lists it; nil likewise.
  var entry: CatalogEntry? {
    guard case .photo(let entry) = self else { return nil }
    return entry
  }

  /// The folder; nil for a photo.
  package var folder: Subfolder? {
    guard case .folder(let folder) = self else { return nil }
    return folder
  }

  /// What it is called in its folder, a folder with a slash at its end.
  var name: ByteString {
    switch self {
    case .photo(let entry): entry.photo.name
    case .unread: ByteString([])
    case .folder(let folder): ByteString(folder.name.bytes + [UInt8(ascii: "/")])
    }
  }
}
