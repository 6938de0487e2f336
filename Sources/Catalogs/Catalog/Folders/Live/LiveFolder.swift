import Base
import CLinux
import Glibc
import Imaging
import Synchronization

struct LiveFolder {
  private(set) var argument: ListedArgument
  private(set) var entries: [CatalogEntry]
  /// Hashes of the file versions at the last poll.
  private var versions: [PhotoID: Int] = [:]
  /// Files that are being written; hidden until they are closed.
  private var unfinished: Set<Photo> = []
  private var changes = PhotoChanges()
  /// Paths of changed sidecars, with the number of their last change.
  private(set) var noted: [ByteString: UInt64] = [:]
  private static let lastNote = Atomic<UInt64>(0)
  private(set) var mustBeRead = false
  private var changedArchives: Set<ByteString> = []
  private var targets = LinkTargets()
  /// Whether links may have been added whose targets are not watched.
  private var hasOtherLinks = true
  /// Why the folder is gone; it is polled until it is there again.
  private var end: DirectoryEvent.Kind?
  private var hasLostTrack = false

  private static let ends: [(kind: DirectoryEvent.Kind, problem: String)] = [
    (.folderDeleted, "the folder has been deleted"),
    (.folderMoved, "the folder has been moved or renamed"),
    (.unmounted, "the folder is no longer mounted"),
  ]

  init(_ argument: ListedArgument, entries: [CatalogEntry]) {
    (self.argument, self.entries) = (argument, entries)
  }
}

// MARK: Events

extension LiveFolder {
  /// May access the disk. `isWatched` returns whether a subfolder is read too.
  mutating func record(
    _ event: DirectoryEvent, in folder: ByteString, isRecursive: Bool,
    isWatched: (ByteString) -> Bool
  ) {
    if let end = Self.ends.first(where: { event.kind.contains($0.kind) }) {
      if folder == argument.folder?.path {
        self.end = end.kind
        argument.fail(end.problem)
      } else {
        mustBeRead = true
      }
    } else if event.kind.contains(.isFolder) {
      mustBeRead = mustBeRead || isRecursive || entries.isEmpty || argument.listsFolders
    } else if ArchiveName.matches(event.name.bytes) {
      // Like a subfolder, once it has been written.
      let path = ByteString(folder.bytes + event.name.bytes)
      guard
        event.kind.isDisjoint(with: .created) || PathLookup.isLink(path) || Self.isFinished(path)
      else { return }
      changedArchives.insert(event.name)
      mustBeRead = mustBeRead || entries.isEmpty || argument.listsFolders
    } else if let photo = photo(event.name, in: folder) {
      record(event, of: photo)
    } else if event.name.bytes.suffix(4).map(\.lowercased).elementsEqual(".xmp".utf8) {
      // A sidecar: `a.jpg.xmp`, `A.XMP`.
      let path = ByteString(folder.bytes + event.name.bytes)
      noted[path] = Self.lastNote.wrappingAdd(1, ordering: .relaxed).newValue
    } else if entries.isEmpty || isLinkedFolder(event, folder, isWatched, isRecursive) {
      mustBeRead = true
    }
  }

  mutating func recordOverflow() {
    guard argument.folder != nil else { return }
    (mustBeRead, hasLostTrack) = (true, true)
    unfinished = []
  }

  mutating func recordTarget(_ event: DirectoryEvent, in folder: ByteString) {
    // A created file is published when it is closed.
    guard event.kind.isDisjoint(with: .created) else { return }
    for photo in targets.links(to: event.name, in: folder) {
      changes.note(photo, isThere: Self.isFile(photo), in: entries)
    }
  }

  /// May block.
  mutating func otherTargetFolders() -> Set<ByteString>? {
    guard hasOtherLinks else { return nil }
    hasOtherLinks = false
    targets = LinkTargets(of: argument.contents.links)
    return targets.folders
  }

  private mutating func record(_ event: DirectoryEvent, of photo: Photo) {
    guard let path = photo.path else { return }
    unfinished.remove(photo)
    let mayBeLink = !event.kind.isDisjoint(with: [.created, .movedTo]) && PathLookup.isLink(path)
    // A created file is published when it is closed; a link at once.
    if event.kind.contains(.created), !mayBeLink, !Self.isFinished(path) {
      unfinished.insert(photo)
      return changes.stay(photo)
    }
    if mayBeLink {
      argument.contents.links.insert(photo)
      hasOtherLinks = true
    }
    // It may have been renamed again.
    let isThere =
      event.kind.isDisjoint(with: [.deleted, .movedFrom])
      && (changes.hasMoved(event.cookie) || Self.isFile(photo))
    changes.note(photo, isThere: isThere, cookie: event.cookie, in: entries)
  }

  /// Whether no process has a new file open for writing. A file that was linked when it was complete
  /// (`O_TMPFILE`) is never closed under its name. False if unknown: on file systems without leases,
  /// and for files of other users.
  private static func isFinished(_ path: ByteString) -> Bool {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC
    guard let file = LongPath.open(path.bytes, flags), let status = file.status,
      status.st_mode & S_IFMT == S_IFREG
    else { return false }
    return cl_lease(file.number) == 0
  }

  private static func isFile(_ photo: Photo) -> Bool {
    (try? photo.path.map { try PathLookup.target(of: $0) }) == .file
  }

  private func photo(_ name: ByteString, in folder: ByteString) -> Photo? {
    let photo = Photo(folder: folder, name: name)
    let isHidden = name.bytes.first == UInt8(ascii: ".")
    let isPhoto = !isHidden && VideoLibraries.isListed(name)
    return isPhoto || photo == argument.folder?.named ? photo : nil
  }

  /// Whether this is, or was, a link to a folder that is read or listed.
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

// MARK: Reading again

extension LiveFolder {
  enum Reason {
    case event
    case retry
    case poll
  }

  /// Whether its folder is gone and may come back without an event.
  var hasEnded: Bool { end != nil }

  mutating func applyChanges() {
    guard !changes.isEmpty else { return }
    entries = changes.applied(to: entries)
    changes = PhotoChanges()
    argument.count = entries.count
    if entries.isEmpty { mustBeRead = true } else { argument.emptyFolder = nil }
  }

  /// May block. `onFolder` is called with each folder before it is read, and whether it was
  /// replaced by another directory. Returns the folders read; nil on an error, stored in
  /// `argument`.
  mutating func read(
    _ reason: Reason, isRecursive: Bool, unless isGone: () -> Bool,
    onFolder: (_ folder: ByteString, _ isReplaced: Bool) -> Void
  ) -> Set<ByteString>? {
    guard let folder = argument.folder else { return nil }
    mustBeRead = false
    let scan: DirectoryScan
    do throws(CatalogError) {
      scan = try DirectoryScan(
        at: folder, isRecursive: isRecursive, after: argument.contents.directories, unless: isGone,
        onFolder: onFolder)
    } catch {
      if reason == .retry || argument.notice == nil { argument.fail("\(error)") }
      return nil
    }
    // The empty mount point is not what was shown.
    if end == .unmounted, reason != .retry, scan.isEmpty { return nil }
    end = nil
    adopt(scan, reason, isRecursive: isRecursive)
    return scan.folders
  }

  private mutating func adopt(_ scan: DirectoryScan, _ reason: Reason, isRecursive: Bool) {
    if reason != .event { unfinished = [] }
    let found = reason == .poll ? Self.versions(of: entries) : versions
    entries = scan.entries(after: entries, hiding: unfinished.contains) { entry in
      hasLostTrack || scan.replaced.contains(entry.photo.folder)
        || versions[entry.id].map { $0 != found[entry.id] } ?? false
    }
    hasLostTrack = false
    versions = found
    if reason == .poll {
      versions.merge(Self.versions(of: entries.filter { found[$0.id] == nil })) { $1 }
    }
    argument.count = entries.count
    hasOtherLinks = hasOtherLinks || argument.contents.links != scan.contents.links
    argument.contents = scan.contents
    argument.sortFolders()
    for (place, folder) in argument.folders.enumerated()
    where changedArchives.contains(folder.name) { argument.folders[place] = folder.revised() }
    changedArchives = []
    argument.notice = nil
    argument.emptyFolder =
      scan.isEmpty
      ? scan.contents.emptyFolder(argument.shownPath, isRecursive: isRecursive) : nil
  }

  private static func versions(of entries: [CatalogEntry]) -> [PhotoID: Int] {
    var versions: [PhotoID: Int] = [:]
    for entry in entries {
      versions[entry.id] = entry.photo.path.flatMap { FileVersion(path: $0.bytes) }?.hashValue
    }
    return versions
  }
}

/// The targets of photos that are symbolic links: a change of the target changes the photo.
struct LinkTargets {
  /// Maximum links followed; changes behind others appear when the folder is read again.
  private static let limit = 10_000

  private var links: [ByteString: [ByteString: [Photo]]] = [:]

  /// May block.
  init(of photos: Set<Photo> = []) {
    for photo in photos.prefix(Self.limit) {
      guard let path = photo.path, let file = Self.file(behind: path) else { continue }
      links[file.folder, default: [:]][file.name, default: []].append(photo)
    }
  }

  var folders: Set<ByteString> { Set(links.keys) }

  /// The links to a file, or with an empty name all links into the folder.
  func links(to name: ByteString, in folder: ByteString) -> [Photo] {
    let files = links[folder] ?? [:]
    return name.bytes.isEmpty ? files.values.flatMap { $0 } : files[name] ?? []
  }

  private static func file(behind path: ByteString) -> Photo? {
    // The kernel would use only the part before a NUL.
    guard !path.bytes.contains(0), let found = unsafe realpath(path.cString, nil) else {
      return nil
    }
    defer { unsafe free(found) }
    return unsafe Photo(
      path: ByteString(UnsafeRawBufferPointer(start: found, count: strlen(found))))
  }
}

struct DirectoryScan {
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
    var reader = try FolderReader(folder: folder.path, isRecursive: isRecursive)
    while !isGone(), let event = reader.next() {
      if case .folderBegin(let path) = event {
        folders.insert(path)
        let isReplaced = known[path].map { $0 != reader.directory } ?? false
        if isReplaced { replaced.insert(path) }
        onFolder(path, isReplaced)
      }
      if case .photo(let photo) = event { photos.append(photo) }
      contents.add(event, of: reader)
    }
    contents.links = reader.links
    if let named = folder.named, let path = named.path, !photos.contains(named),
      (try? PathLookup.target(of: path)) == .file
    {
      photos.append(named)
    }
    isWhole = contents.isWhole && reader.isAtEnd
    photos.sort { NaturalOrder.areInOrder($0, $1) }
  }

  var isEmpty: Bool { photos.isEmpty }

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

/// Coalesces file events of one argument into changes of its entries.
///
/// A photo that is deleted and created within a batch keeps its entry, as when a program replaces a
/// file; so does a renamed photo, unless it replaces an existing one.
struct PhotoChanges {
  private enum State {
    case present(PhotoID)
    /// Deleted; with its entry, unless that was renamed.
    case absent(PhotoID?)
  }

  private var states: [Photo: State] = [:]
  /// Sources of renames whose target event has not arrived, by cookie.
  private var moved: [UInt32: (photo: Photo, id: PhotoID)] = [:]

  var isEmpty: Bool { states.isEmpty }

  func hasMoved(_ cookie: UInt32) -> Bool { moved[cookie] != nil }

  /// `cookie` is the rename's, or 0. `entries` are those before all changes, in order.
  mutating func note(
    _ photo: Photo, isThere: Bool, cookie: UInt32 = 0, in entries: [CatalogEntry]
  ) {
    let source = isThere ? moved.removeValue(forKey: cookie) : nil
    switch state(of: photo, in: entries) {
    case .present(let id) where !isThere:
      states[photo] = .absent(id)
      if cookie != 0 { moved[cookie] = (photo, id) }
    case .absent where !isThere: break
    case .present(let id), .absent(let id?): states[photo] = .present(id)
    case .absent(nil):
      if let source { states[source.photo] = .absent(nil) }
      states[photo] = .present(source?.id ?? PhotoID())
    }
  }

  /// Records that a file is being rewritten: the previous entry stays until that ends.
  mutating func stay(_ photo: Photo) {
    guard case .absent(.some) = states[photo] else { return }
    states[photo] = nil
  }

  func applied(to entries: [CatalogEntry]) -> [CatalogEntry] {
    var rest = entries
    // In order, since each other insertion moves the ranges behind it.
    let gone = states.keys.compactMap(entries.index).sorted()
    rest.removeSubranges(RangeSet(gone, within: entries))
    let come = states.compactMap { photo, state in
      switch state {
      case .present(let id): CatalogEntry(id: id, photo: photo.revised())
      case .absent: nil
      }
    }
    let areInOrder = { (first: CatalogEntry, second: CatalogEntry) in
      NaturalOrder.areInOrder(first.photo, second.photo)
    }
    return rest.merging(come.sorted(by: areInOrder), by: areInOrder)
  }

  private func state(of photo: Photo, in entries: [CatalogEntry]) -> State {
    if let state = states[photo] { return state }
    return entries.index(of: photo).map { .present(entries[$0].id) } ?? .absent(nil)
  }
}

extension [CatalogEntry] {
  fileprivate func index(of photo: Photo) -> Int? {
    let lower = partitioningIndex { !NaturalOrder.areInOrder($0.photo, photo) }
    return lower < count && self[lower].photo.isSamePath(as: photo) ? lower : nil
  }
}
