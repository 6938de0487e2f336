internal import Synchronization
internal import System
import Values

/// An argument that has been read, and what is listed of it as its folder changes.
struct LiveFolder {
  /// What came of it.
  private(set) var argument: ListedArgument
  /// Its photos, in order.
  private(set) var entries: [CatalogEntry]
  /// What the files were at the last poll, by the hashes of their versions.
  private var versions: [PhotoID: Int] = [:]
  /// Files that somebody is writing, which are not shown before that ends.
  private var unfinished: Set<Photo> = []
  /// What has happened since the entries were shown.
  private var changes = PhotoChanges()
  /// The sidecars that have changed since it was read, by their paths, each with the number of its last change.
  private(set) var noted: [ByteString: UInt64] = [:]
  private static let lastNote = Atomic<UInt64>(0)
  /// Whether it must be read again to know what there is.
  private(set) var mustBeRead = false
  /// Where its photos lie that are links.
  private var targets = LinkTargets()
  /// Whether there may be other links than those whose files are watched.
  private var hasOtherLinks = true
  /// What has become of its folder, which is looked for from time to time until it is there again.
  private var end: FolderEnd?
  /// Whether every photo may be another one by now.
  private var hasLostTrack = false

  /// Takes an argument and its photos.
  init(_ argument: ListedArgument, entries: [CatalogEntry]) {
    self.argument = argument
    self.entries = entries
  }
}

// MARK: - What is told

extension LiveFolder {
  /// Notes what has happened in one of its folders, or to it; may ask the disk.
  /// - Parameters:
  ///   - event: What has happened.
  ///   - folder: The beginning of the paths there.
  ///   - isRecursive: Whether the folders inside are read too.
  ///   - isWatched: Tells of a folder inside whether it is read too.
  mutating func note(
    _ event: DirectoryEvent, in folder: ByteString, isRecursive: Bool,
    isWatched: (ByteString) -> Bool
  ) {
    if let end = FolderEnd(event.kind) {
      noteEnd(end, of: folder)
    } else if event.kind.contains(.isFolder) {
      mustBeRead = mustBeRead || isRecursive || entries.isEmpty || argument.listsFolders
    } else if let photo = photo(event.name, in: folder) {
      note(event, of: photo)
    } else if event.name.bytes.hasSidecarEnding {
      let path = ByteString(folder.bytes + event.name.bytes)
      noted[path] = Self.lastNote.wrappingAdd(1, ordering: .relaxed).newValue
    } else if entries.isEmpty || isLinkedFolder(event, folder, isWatched, isRecursive) {
      mustBeRead = true
    }
  }

  /// Notes that more has happened than was told.
  mutating func noteOverflow() {
    guard argument.folder != nil else { return }
    (mustBeRead, hasLostTrack) = (true, true)
    unfinished = []
  }

  /// Notes what has happened where photos lie that are links; may ask the disk.
  /// - Parameters:
  ///   - event: What has happened.
  ///   - folder: The beginning of the paths there.
  mutating func noteTarget(_ event: DirectoryEvent, in folder: ByteString) {
    // A file that begins is shown when it ends.
    guard event.kind.isDisjoint(with: .created) else { return }
    for photo in targets.links(to: event.name, in: folder) { noteFile(of: photo) }
  }

  /// The folders in which photos lie that are links, where they are others than when this was last asked; blocks.
  mutating func otherTargetFolders() -> Set<ByteString>? {
    guard hasOtherLinks else { return nil }
    hasOtherLinks = false
    targets = LinkTargets(of: argument.links)
    return targets.folders
  }

  private mutating func noteEnd(_ end: FolderEnd, of folder: ByteString) {
    if folder == argument.folder?.path {
      self.end = end
      argument.fail(end.problem)
    } else {
      mustBeRead = true
    }
  }

  private mutating func note(_ event: DirectoryEvent, of photo: Photo) {
    guard let path = photo.path else { return }
    unfinished.remove(photo)
    let mayBeLink = !event.kind.isDisjoint(with: [.created, .movedTo]) && PathLookup.isLink(path)
    // A file that begins is shown when it ends; a link is there at once.
    if event.kind.contains(.created), !mayBeLink {
      unfinished.insert(photo)
      return changes.stay(photo)
    }
    if mayBeLink {
      argument.links.insert(photo)
      hasOtherLinks = true
    }
    // By now it may be called otherwise again.
    let isThere =
      changes.hasMoved(event.cookie) || (try? PathLookup.target(of: path)) == .file
    if isThere, event.kind.isDisjoint(with: [.deleted, .movedFrom]) {
      changes.come(photo, cookie: event.cookie, in: entries)
    } else {
      changes.leave(photo, cookie: event.cookie, in: entries)
    }
  }

  /// Notes whether there is a file behind a link, which is another one by now.
  private mutating func noteFile(of photo: Photo) {
    guard let path = photo.path else { return }
    if (try? PathLookup.target(of: path)) == .file {
      changes.come(photo, in: entries)
    } else {
      changes.leave(photo, in: entries)
    }
  }

  /// The photo that an entry of a folder is, going by its name.
  private func photo(_ name: ByteString, in folder: ByteString) -> Photo? {
    let photo = Photo(folder: folder, name: name)
    let isHidden = name.bytes.first == UInt8(ascii: ".")
    let isPhoto = !isHidden && PictureExtension(of: name) != nil
    return isPhoto || photo == argument.folder?.named ? photo : nil
  }

  /// Whether something is, or was, a link to a folder that is read or listed too.
  private func isLinkedFolder(
    _ event: DirectoryEvent, _ folder: ByteString, _ isWatched: (ByteString) -> Bool,
    _ isRecursive: Bool
  ) -> Bool {
    guard isRecursive || argument.listsFolders, event.name.bytes.first != UInt8(ascii: ".") else {
      return false
    }
    if isWatched(folder.subfolder(event.name)) { return true }
    if argument.folders.contains(where: { $0.name == event.name }) { return true }
    guard !event.kind.isDisjoint(with: [.created, .movedTo]) else { return false }
    let path = ByteString(folder.bytes + event.name.bytes)
    return (try? PathLookup.target(of: path)) == .folder
  }
}

// MARK: - What comes of it

extension LiveFolder {
  /// Why a folder is read again.
  enum Reason {
    /// Something has happened of which it is not known what it means.
    case told
    /// Somebody wants to see what there is.
    case wished
    /// Nobody tells of changes.
    case poll
  }

  /// Whether its folder has gone, and may come back without anything telling of it.
  var hasEnded: Bool { end != nil }

  /// Takes over what was told, as far as that is clear.
  mutating func applyChanges() {
    guard !changes.isEmpty else { return }
    entries = changes.applied(to: entries)
    changes = PhotoChanges()
    argument.count = entries.count
    if entries.isEmpty { mustBeRead = true } else { argument.bareFolder = nil }
  }

  /// Takes over that the argument has been read from the beginning.
  mutating func begin(_ argument: ListedArgument, entries: [CatalogEntry]) {
    self = LiveFolder(argument, entries: entries)
  }

  /// Reads the folder again and takes over what there is; for a thread that may block.
  /// - Parameters:
  ///   - reason: Why.
  ///   - isRecursive: Whether the folders inside are read too.
  ///   - isGone: Whether it is useless to read on.
  ///   - onFolder: Is called with every folder before it is read, and with whether it has another directory than before.
  /// - Returns: The folders that were read; nil where it cannot be read, which is noted.
  mutating func read(
    _ reason: Reason, isRecursive: Bool, unless isGone: () -> Bool,
    onFolder: (_ folder: ByteString, _ isReplaced: Bool) -> Void
  ) -> Set<ByteString>? {
    guard let folder = argument.folder else { return nil }
    mustBeRead = false
    let look: FolderLook
    do throws(CatalogError) {
      look = try FolderLook(
        at: folder, isRecursive: isRecursive, after: argument.directories, unless: isGone,
        onFolder: onFolder)
    } catch {
      if reason == .wished || argument.notice == nil { argument.fail(error) }
      return nil
    }
    // The empty folder that a file system is mounted on is not what was shown.
    if end == .unmounted, reason != .wished, look.isEmpty { return nil }
    end = nil
    adopt(look, reason)
    return look.folders
  }

  private mutating func adopt(_ look: FolderLook, _ reason: Reason) {
    if reason != .told { unfinished = [] }
    let found = reason == .poll ? Self.versions(of: entries) : versions
    entries = look.entries(after: entries, hiding: unfinished.contains) { entry in
      hasLostTrack || look.replaced.contains(entry.photo.folder)
        || versions[entry.id].map { $0 != found[entry.id] } ?? false
    }
    hasLostTrack = false
    argument.directories = look.directories
    versions = found
    if reason == .poll {
      versions.merge(Self.versions(of: entries.filter { found[$0.id] == nil })) { $1 }
    }
    argument.count = entries.count
    hasOtherLinks = hasOtherLinks || argument.links != look.links
    argument.links = look.links
    if argument.listsFolders, let folder = argument.folder {
      argument.folders = [Subfolder](look.subfolders, in: folder.path, after: argument.folders)
    }
    argument.skipped = look.skipped
    argument.notice = nil
    let path = argument.folder?.named == nil ? argument.path : argument.folder?.path.openableFolder
    argument.bareFolder = look.bareFolder(path ?? argument.path)
  }

  /// What files are now.
  private static func versions(of entries: [CatalogEntry]) -> [PhotoID: Int] {
    var versions: [PhotoID: Int] = [:]
    for entry in entries {
      versions[entry.id] = entry.photo.path.flatMap { FileVersion(path: $0.bytes) }?.hashValue
    }
    return versions
  }
}

/// What has become of a folder that is followed no more.
private enum FolderEnd {
  case deleted, moved, unmounted

  /// Takes what was told; nil where it is no such thing.
  init?(_ kind: DirectoryEvent.Kind) {
    if kind.contains(.folderDeleted) {
      self = .deleted
    } else if kind.contains(.folderMoved) {
      self = .moved
    } else if kind.contains(.unmounted) {
      self = .unmounted
    } else {
      return nil
    }
  }

  /// What there is to say of it, in our own words.
  var problem: String {
    switch self {
    case .deleted: "the folder has been deleted"
    case .moved: "the folder has been moved or renamed"
    case .unmounted: "the folder is not mounted any more"
    }
  }
}

extension [UInt8] {
  /// Whether it is the name of a sidecar: `a.jpg.xmp`, `A.XMP`.
  fileprivate var hasSidecarEnding: Bool { suffix(4).map(\.lowercased).elementsEqual(".xmp".utf8) }
}
