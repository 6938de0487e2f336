import Base
import Catalogs

extension Filter {
  /// By name; other terms do not apply to folders.
  func folders(in folders: [Subfolder]) -> [Subfolder] {
    guard !isEmpty, !folders.isEmpty else { return folders }
    let entries = folders.map { folder in
      CatalogEntry(
        id: folder.id, photo: Photo(path: ByteString(Array(folder.path.bytes.dropLast()))))
    }
    let result = result(
      on: FilterSubjects(entries, names: FoldedNames(entries.lazy.map(\.photo.name))))
    return zip(folders, result.mask).filter(\.1).map(\.0)
  }
}
