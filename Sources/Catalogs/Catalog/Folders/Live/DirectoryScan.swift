import Base

struct DirectoryScan {
  private let folder: ListedFolder
  private let isRecursive: Bool
  private var photos: [Photo] = []
  private var findings = FolderFindings()
  private var isWhole = true
  private(set) var skipped = SkippedEntries()
  private(set) var subfolders: [ByteString] = []
  private(set) var links: Set<Photo> = []
  private(set) var folders: Set<ByteString> = []
  private(set) var directories: [ByteString: DirectoryIdentity] = [:]
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
        directories[path] = reader.directory
        let isReplaced = known[path].map { $0 != reader.directory } ?? false
        if isReplaced { replaced.insert(path) }
        onFolder(path, isReplaced)
      }
      note(next)
      event = reader.next()
    }
    links = reader.links
    noteNamed()
    isWhole = isWhole && event == nil
    photos.sort { NaturalOrder.areInOrder($0, $1) }
  }

  private mutating func note(_ event: FolderEvent) {
    findings.note(event)
    switch event {
    case .photo(let photo): photos.append(photo)
    case .skipped(let error): skipped.add(error)
    case .folderEnd(let error?):
      skipped.add(error)
      isWhole = false
    case .subfolder(let name): subfolders.append(name)
    case .folderBegin, .folderEnd, .other, .ignored: break
    }
  }

  private mutating func noteNamed() {
    guard let named = folder.named, let path = named.path, !photos.contains(named),
      (try? PathLookup.target(of: path)) == .file
    else { return }
    photos.append(named)
  }

  var isEmpty: Bool { photos.isEmpty }

  func emptyFolder(_ argument: ByteString) -> EmptyFolder? {
    guard photos.isEmpty else { return nil }
    return findings.emptyFolder(argument, isRecursive: isRecursive)
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
