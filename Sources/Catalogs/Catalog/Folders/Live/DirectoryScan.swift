import Base

struct DirectoryScan {
  private let folder: ListedFolder
  private let isRecursive: Bool
  private var photos: [Photo] = []
  private(set) var contents = FolderContents()
  private var isWhole = true
  private(set) var folders: Set<ByteString> = []
  private(set) var replaced: Set<ByteString> = []

  /// May block. `known` are the directories of the previous scan; `onFolder` is called with each
  /// folder before it is read.
  init(
    at folder: ListedFolder, isRecursive: Bool,
    after known: [ByteString: DirectoryIdentity] = [:], unless isGone: () -> Bool,
    onFolder: (_ folder: ByteString, _ isReplaced: Bool) -> Void
  ) throws(CatalogError) {
    (self.folder, self.isRecursive) = (folder, isRecursive)
    var reader = FolderReader(folder: folder.path, isRecursive: isRecursive)
    var event = reader.next()
    if case .skipped(let error) = event { throw error }
    while !isGone(), let next = event {
      if case .folderBegin(let path) = next {
        folders.insert(path)
        let isReplaced = known[path].map { $0 != reader.directory } ?? false
        if isReplaced { replaced.insert(path) }
        onFolder(path, isReplaced)
      }
      if case .photo(let photo) = next { photos.append(photo) }
      contents.add(next, of: reader)
      event = reader.next()
    }
    contents.links = reader.links
    if let named = folder.named, let path = named.path, !photos.contains(named),
      (try? PathLookup.target(of: path)) == .file
    {
      photos.append(named)
    }
    isWhole = contents.isWhole && event == nil
    photos.sort { NaturalOrder.areInOrder($0, $1) }
  }

  var isEmpty: Bool { photos.isEmpty }

  func emptyFolder(_ argument: ByteString) -> EmptyFolder? {
    photos.isEmpty ? contents.emptyFolder(argument, isRecursive: isRecursive) : nil
  }

  /// Entries keep their ids. If not everything could be read, missing photos are kept.
  func entries(
    after old: [CatalogEntry], hiding isHidden: (Photo) -> Bool, hasChanged: (CatalogEntry) -> Bool
  ) -> [CatalogEntry] {
    var new: [CatalogEntry] = []
    new.reserveCapacity(photos.count)
    var rest = old[...]
    for photo in photos {
      while let next = rest.first, NaturalOrder.areInOrder(next.photo, photo) {
        rest.removeFirst()
        if !isWhole { new.append(next) }
      }
      if let same = rest.first, same.photo.isSamePath(as: photo) {
        rest.removeFirst()
        new.append(hasChanged(same) ? CatalogEntry(id: same.id, photo: photo.revised()) : same)
      } else if !isHidden(photo) {
        new.append(CatalogEntry(photo.revised()))
      }
    }
    return isWhole ? new : new + rest
  }
}
