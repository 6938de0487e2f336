internal import Base
internal import Imaging

/// A folder's own entries come first, in directory order, then its subfolders in natural order:
/// photos are in `NaturalOrder` by folder and unsorted only within one. Opens no file, and at most
/// one folder at a time at any depth. For one thread at a time; may block.
struct FolderReader {
  private let isRecursive: Bool
  private var pending: [PendingFolder]
  private var current: CurrentFolder?
  private(set) var directory: DirectoryIdentity?
  private(set) var drafts: [ByteString] = []
  private var subfolders: [ByteString] = []
  /// Photos that are symbolic links, if the directory reports entry types.
  private(set) var links: Set<Photo> = []
  private(set) var linkedFolders: Set<ByteString> = []
  private var visited: Set<FolderIdentity> = []
  /// From the first folder to the current one; detects link loops.
  private var ancestors: [FolderIdentity] = []

  /// `folder` is a path prefix; with `isRecursive`, links to folders are followed too.
  init(folder: ByteString, isRecursive: Bool) {
    self.isRecursive = isRecursive
    pending = [PendingFolder(path: folder, depth: 0)]
  }

  var identity: FolderIdentity? { current?.opened.identity }

  mutating func next() -> FolderEvent? {
    do throws(CatalogError) {
      guard let folder = current else { return try enterNextFolder() }
      return try readEntry(of: folder)
    } catch {
      return .skipped(error)
    }
  }

  private mutating func enterNextFolder() throws(CatalogError) -> FolderEvent? {
    guard let folder = pending.popLast() else { return nil }
    let opened = try OpenFolder(folder.path.openableFolder)
    ancestors.removeLast(ancestors.count - folder.depth)
    guard visited.insert(opened.identity).inserted else {
      // A second path to a folder is an error only if it is a loop.
      if ancestors.contains(opened.identity) { throw .linkLoop }
      return .ignored
    }
    ancestors.append(opened.identity)
    directory = opened.directory
    current = CurrentFolder(path: folder.path, opened: opened)
    return .folderBegin(folder.path)
  }

  private mutating func readEntry(of folder: CurrentFolder) throws(CatalogError) -> FolderEvent {
    let entry: FolderEntry
    do throws(CatalogError) {
      guard let next = try folder.opened.next() else { return leave(folder, after: nil) }
      entry = next
    } catch {
      return leave(folder, after: error)
    }
    switch try folder.opened.resolve(entry) {
    case .file where PictureFormat(fileName: entry.name.bytes) != nil:
      let photo = Photo(folder: folder.path, name: entry.name)
      if entry.kind == .link { links.insert(photo) }
      return .photo(photo)
    case .folder:
      if isRecursive { subfolders.append(entry.name) }
      if entry.kind == .link { linkedFolders.insert(entry.name) }
      return .subfolder(entry.name)
    case .special: throw .special
    case .file, .link, .unknown: return .other
    }
  }

  private mutating func leave(_ folder: CurrentFolder, after error: CatalogError?) -> FolderEvent {
    for name in subfolders.sorted(by: { NaturalOrder.areInOrder($1, $0) }) {
      pending.append(PendingFolder(path: folder.path.subfolder(name), depth: ancestors.count))
    }
    subfolders = []
    drafts += folder.opened.drafts.map { ByteString(folder.path.bytes + $0.bytes) }
    current = nil
    return .folderEnd(error)
  }

  private struct PendingFolder {
    let path: ByteString
    let depth: Int
  }

  private struct CurrentFolder {
    let path: ByteString
    let opened: OpenFolder
  }
}

enum FolderEvent: Hashable {
  /// The events up to `folderEnd` belong to this folder.
  case folderBegin(ByteString)
  case photo(Photo)
  case subfolder(ByteString)
  case other
  /// A folder that had been read already.
  case ignored
  case skipped(CatalogError)
  /// The error that ended the folder early, if any.
  case folderEnd(CatalogError?)
}

struct FolderIdentity: Hashable {
  let device, inode: UInt64
}

/// What a reader has found in a folder besides the photos.
struct FolderContents {
  private(set) var skipped = SkippedEntries()
  private(set) var subfolders: [ByteString] = []
  /// The directories that were read, by path prefix.
  private(set) var directories: [ByteString: DirectoryIdentity] = [:]
  /// Whether all of it could be read.
  private(set) var isWhole = true
  /// Photos that are symbolic links.
  var links: Set<Photo> = []
  private var hasPhotos = false
  private var otherCount = 0

  /// Records the latest event of a reader.
  mutating func add(_ event: FolderEvent, of reader: borrowing FolderReader) {
    switch event {
    case .folderBegin(let path): directories[path] = reader.directory
    case .photo: hasPhotos = true
    case .subfolder(let name): subfolders.append(name)
    case .other: otherCount += 1
    case .skipped(let error):
      otherCount += 1
      skipped.add(error)
    case .folderEnd(let error?):
      isWhole = false
      skipped.add(error)
    case .folderEnd, .ignored: break
    }
  }

  /// Nil if there is a photo or an error stopped the reading.
  func emptyFolder(_ path: ByteString, isRecursive: Bool) -> EmptyFolder? {
    guard !hasPhotos, isWhole else { return nil }
    return EmptyFolder(
      path: path, subfolderCount: subfolders.count, isRecursive: isRecursive,
      isEmpty: subfolders.isEmpty && otherCount == 0)
  }
}
