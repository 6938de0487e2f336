internal import System
import Values

/// A folder as it is found when it is read again, beside what was listed of it.
struct FolderLook {
  private let folder: ListedFolder
  private let isRecursive: Bool
  private var photos: [Photo] = []
  private var findings = FolderFindings()
  private var isWhole = true
  private(set) var skipped = SkippedEntries()
  /// The names of the folders inside.
  private(set) var subfolders: [ByteString] = []
  /// The photos that are links.
  private(set) var links: Set<Photo> = []
  /// The folders that were read.
  private(set) var folders: Set<ByteString> = []
  /// Which directories they are.
  private(set) var directories: [ByteString: DirectoryIdentity] = [:]
  /// Those that have another directory than before.
  private(set) var replaced: Set<ByteString> = []

  /// Reads a folder; for a thread that may block.
  /// - Parameters:
  ///   - folder: The folder.
  ///   - isRecursive: Whether the folders inside are read as well.
  ///   - known: Which directories were listed before.
  ///   - isGone: Whether it is useless to read on.
  ///   - onFolder: Is called with every folder before it is read, and with whether it has another directory than before.
  /// - Throws: Why it cannot be read.
  init(
    at folder: ListedFolder, isRecursive: Bool,
    after known: [ByteString: DirectoryIdentity] = [:], unless isGone: () -> Bool,
    onFolder: (_ folder: ByteString, _ isReplaced: Bool) -> Void
  ) throws(CatalogError) {
    self.folder = folder
    self.isRecursive = isRecursive
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

  /// The file that was named is listed whatever it is called.
  private mutating func noteNamed() {
    guard let named = folder.named, let path = named.path, !photos.contains(named),
      (try? PathLookup.target(of: path)) == .file
    else { return }
    photos.append(named)
  }

  /// Whether there is no photo.
  var isEmpty: Bool { photos.isEmpty }

  /// The folder, if no photo is in it.
  /// - Parameter argument: How it was asked for.
  /// - Returns: Nil where there are photos, or not all could be read.
  func bareFolder(_ argument: ByteString) -> BareFolder? {
    guard photos.isEmpty else { return nil }
    return findings.bareFolder(argument, isRecursive: isRecursive)
  }

  /// Joins what was found with what was listed: entries keep their ids, and where not all could be read
  /// their places.
  /// - Parameters:
  ///   - old: What was listed, in order.
  ///   - isHidden: Whether a photo that is new is not shown yet.
  ///   - hasChanged: Whether a photo that was listed is another one by now.
  /// - Returns: The entries that there are now, in order.
  func entries(
    after old: [CatalogEntry], hiding isHidden: (Photo) -> Bool,
    hasChanged: (CatalogEntry) -> Bool
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
        new.append(
          hasChanged(same) ? CatalogEntry(id: same.id, photo: photo.revised()) : same)
      } else if !isHidden(photo) {
        new.append(CatalogEntry(photo.revised()))
      }
    }
    return isWhole ? new : new + rest
  }
}
