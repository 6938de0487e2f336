internal import System
import Values

/// A reading of files and folders, from the first argument to the last.
struct CatalogReading {
  private let isRecursive: Bool
  /// Whether a file comes with the photos of its folder.
  private let isSurrounded: Bool
  /// The file that was named, where it comes with those.
  private(set) var named: PhotoID?
  /// What came of the arguments, in their order.
  private(set) var arguments: [ListedArgument]
  /// Which one is read next.
  private var place = 0
  /// The number of the first argument among those of whoever reads them again.
  private let firstNumber: Int
  /// Who tells of changes in the folders from now on.
  private(set) var watched: WatchedFolders
  private var listing = PhotoListing()
  /// The names of the folders inside the only one, as they came.
  private var subfolders: [ByteString] = []
  private var pacing = SnapshotPacing()

  /// Makes a reading that has not touched the disk yet.
  /// - Parameters:
  ///   - arguments: Paths of files and folders.
  ///   - isRecursive: Whether subfolders are read too.
  ///   - isSurrounded: Whether the only argument comes with what is around it: a file with the photos of
  ///     its folder, a folder with those inside, unless these are read.
  ///   - watched: The folders that are watched already; the others are as soon as they are read.
  ///   - firstNumber: The number of the first argument among the watched.
  init(
    _ arguments: [ByteString], isRecursive: Bool, isSurrounded: Bool = false,
    watched: WatchedFolders = WatchedFolders(), firstNumber: Int = 0
  ) {
    self.isRecursive = isRecursive
    self.isSurrounded = isSurrounded && arguments.count == 1
    self.arguments = arguments.map { ListedArgument($0) }
    if self.isSurrounded, !isRecursive { self.arguments[0].isAlone = true }
    self.watched = watched
    self.firstNumber = firstNumber
  }

  /// All entries in order.
  var entries: [CatalogEntry] {
    var listing = listing
    return listing.entries()
  }

  /// Reads everything, or until the receiver is gone; for a thread that may block.
  ///
  /// The last snapshot is complete, unless the receiver went away. What could not be read is in its
  /// notices.
  mutating func run(for receiver: some SnapshotReceiving) {
    while !receiver.isGone, place < arguments.count {
      readNext(for: receiver)
      place += 1
    }
    guard !receiver.isGone else { return }
    takeSnapshot(for: receiver, isComplete: true)
  }

  /// Says of all that has not been read yet why it cannot be.
  mutating func fail(_ error: CatalogError, for receiver: some SnapshotReceiving) {
    for place in arguments.indices[place...] { arguments[place].fail(error) }
    place = arguments.count
    takeSnapshot(for: receiver, isComplete: true)
  }

  private mutating func readNext(for receiver: some SnapshotReceiving) {
    let precedingCount = listing.count
    do throws(CatalogError) {
      try read(arguments[place].path, for: receiver)
    } catch {
      arguments[place].fail(error)
    }
    arguments[place].count = listing.count - precedingCount
  }

  /// Reads an argument.
  /// - Throws: Why it cannot be read; nothing of it is in the listing but a file that was named.
  private mutating func read(
    _ argument: ByteString, for receiver: some SnapshotReceiving
  ) throws(CatalogError) {
    switch try PathLookup.target(of: argument) {
    case .file where isSurrounded:
      try readSurroundings(of: Photo(path: argument), for: receiver)
    case .file:
      note(.photo(Photo(path: argument)), for: receiver)
      note(.folderEnd(nil), for: receiver)
    case .folder:
      try readFolder(ListedFolder(path: argument.asFolder), for: receiver)
    case .link, .special, .unknown:
      throw .special
    }
  }

  /// Reads the folder of a file, which is shown at once, whatever it is called, and takes its place
  /// among the others.
  /// - Throws: Why the folder cannot be read; the file is there all the same.
  private mutating func readSurroundings(
    of file: Photo, for receiver: some SnapshotReceiving
  ) throws(CatalogError) {
    let entry = CatalogEntry(file)
    named = entry.id
    listing.add(entry)
    takeSnapshot(for: receiver, isComplete: false)
    do throws(CatalogError) {
      try readFolder(ListedFolder(path: file.folder, named: file), for: receiver)
    } catch {
      arguments[place].folder = ListedFolder(path: file.folder, named: file)
      listing.endFolder()
      throw error
    }
  }

  private mutating func readFolder(
    _ folder: ListedFolder, for receiver: some SnapshotReceiving
  ) throws(CatalogError) {
    var reader = FolderReader(folder: folder.path, isRecursive: isRecursive)
    var findings = FolderFindings()
    var event = reader.next()
    // The first step opens the folder itself.
    if case .skipped(let error) = event { throw error }
    arguments[place].folder = folder
    while !receiver.isGone, let next = event {
      findings.note(next)
      if case .folderBegin(let path) = next {
        arguments[place].directories[path] = reader.directory
      }
      if next != folder.named.map(FolderEvent.photo) { note(next, for: receiver) }
      event = reader.next()
    }
    arguments[place].links = reader.links
    _ = DraftName.removeAbandoned(reader.drafts)
    guard !receiver.isGone, folder.named == nil else { return }
    arguments[place].bareFolder = findings.bareFolder(
      arguments[place].path, isRecursive: isRecursive)
  }
}

extension CatalogReading {
  private mutating func note(_ event: FolderEvent, for receiver: some SnapshotReceiving) {
    switch event {
    case .folderBegin(let folder):
      watched.add(WatchedFolders.Place(argument: firstNumber + place, folder: folder))
    case .photo(let photo): listing.add(CatalogEntry(photo))
    case .skipped(let error): arguments[place].skipped.add(error)
    case .subfolder(let name):
      if arguments[place].listsFolders { subfolders.append(name) }
    case .other, .ignored: break
    case .folderEnd(let error):
      endFolder(after: error, for: receiver)
      return
    }
    if pacing.isDueAfterEntry() { takeSnapshot(for: receiver, isComplete: false) }
  }

  private mutating func endFolder(
    after error: CatalogError?, for receiver: some SnapshotReceiving
  ) {
    listing.endFolder()
    if let error { arguments[place].skipped.add(error) }
    if pacing.isDueAfterFolder(photoCount: listing.count) {
      takeSnapshot(for: receiver, isComplete: false)
    }
  }

  private mutating func takeSnapshot(for receiver: some SnapshotReceiving, isComplete: Bool) {
    let entries = listing.entries()
    sortFolders()
    pacing.didTakeSnapshot(photoCount: entries.count)
    receiver.receive(
      CatalogSnapshot(
        entries: entries, named: named, arguments: arguments.lazy, isComplete: isComplete))
  }

  /// Lists the folders that have come.
  private mutating func sortFolders() {
    guard !subfolders.isEmpty, let folder = arguments[0].folder else { return }
    arguments[0].folders = [Subfolder](subfolders, in: folder.path, after: arguments[0].folders)
  }
}
