import Base
package import Catalogs

/// An entry of the grid: a photo, a photo whose page is not loaded yet, or a folder.
package enum GridEntry: Hashable, Sendable {
  case photo(CatalogEntry)
  /// A photo whose page has not been loaded; only its identity is known.
  case unread(PhotoID)
  case folder(Subfolder)

  package var id: PhotoID {
    switch self {
    case .photo(let entry): entry.id
    case .unread(let id): id
    case .folder(let folder): folder.id
    }
  }

  package var photo: Photo? { entry?.photo }

  var entry: CatalogEntry? {
    guard case .photo(let entry) = self else { return nil }
    return entry
  }

  package var folder: Subfolder? {
    guard case .folder(let folder) = self else { return nil }
    return folder
  }

  /// The name in its folder; folders end with a slash.
  var name: ByteString {
    switch self {
    case .photo(let entry): entry.photo.name
    case .unread: ByteString([])
    case .folder(let folder): ByteString(folder.name.bytes + [UInt8(ascii: "/")])
    }
  }
}
