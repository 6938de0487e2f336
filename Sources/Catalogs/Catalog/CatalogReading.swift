import Base

struct CatalogReading {
  private let isRecursive: Bool
  private let isSurrounded: Bool
  private(set) var named: PhotoID?
  private(set) var arguments: [ListedArgument]
  private var place = 0
  /// Offset of this reading's arguments among all, for watches.
  private let firstNumber: Int
  private(set) var watched: WatchedFolders
  private var listing = PhotoListing()
  private var pacing = SnapshotPacing()

  init(
    _ arguments: [ByteString], isRecursive: Bool, isSurrounded: Bool = false,
    watched: WatchedFolders = WatchedFolders(), firstNumber: Int = 0
  ) {
    self.isRecursive = isRecursive
    self.isSurrounded = isSurrounded && arguments.count == 1
    self.arguments = arguments.map { ListedArgument(path: $0) }
    if self.isSurrounded, !isRecursive { self.arguments[0].isAlone = true }
    (self.watched, self.firstNumber) = (watched, firstNumber)
  }

  var entries: [CatalogEntry] {
    var listing = listing
    return listing.entries()
  }

  /// May block. The last snapshot is complete unless the receiver is gone.
  mutating func run(for receiver: some SnapshotReceiving) {
    while !receiver.isGone, place < arguments.count {
      let precedingCount = listing.count
      do throws(CatalogError) {
        try read(arguments[place].path, for: receiver)
      } catch {
        arguments[place].fail("\(error)")
      }
      arguments[place].count = listing.count - precedingCount
      place += 1
    }
    guard !receiver.isGone else { return }
    takeSnapshot(for: receiver, isComplete: true)
  }

  mutating func fail(_ error: CatalogError, for receiver: some SnapshotReceiving) {
    for place in arguments.indices[place...] { arguments[place].fail("\(error)") }
    place = arguments.count
    takeSnapshot(for: receiver, isComplete: true)
  }

  private mutating func read(
    _ argument: ByteString, for receiver: some SnapshotReceiving
  ) throws(CatalogError) {
    switch try PathLookup.target(of: argument) {
    case .file where isSurrounded: try readSurroundings(of: Photo(path: argument), for: receiver)
    case .file:
      note(.photo(Photo(path: argument)), for: receiver)
      endFolder(for: receiver)
    case .folder: try readFolder(ListedFolder(path: argument.asFolder), for: receiver)
    case .link, .special, .unknown: throw .special
    }
  }

  /// Publishes the file first, whatever its extension, then sorts it in. It stays if reading fails.
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
    var reader = try FolderReader(folder: folder.path, isRecursive: isRecursive)
    arguments[place].folder = folder
    while !receiver.isGone, let event = reader.next() {
      arguments[place].contents.add(event, of: reader)
      if event != folder.named.map(FolderEvent.photo) { note(event, for: receiver) }
    }
    arguments[place].contents.links = reader.links
    _ = DraftName.removeAbandoned(reader.drafts)
    guard !receiver.isGone, folder.named == nil else { return }
    arguments[place].emptyFolder = arguments[place].contents.emptyFolder(
      arguments[place].path, isRecursive: isRecursive)
  }

  private mutating func note(_ event: FolderEvent, for receiver: some SnapshotReceiving) {
    switch event {
    case .folderBegin(let folder):
      watched.add(WatchedFolders.Place(argument: firstNumber + place, folder: folder))
    case .photo(let photo): listing.add(CatalogEntry(photo))
    case .subfolder, .skipped, .other, .ignored: break
    case .folderEnd: return endFolder(for: receiver)
    }
    if pacing.isDueAfterEntry() { takeSnapshot(for: receiver, isComplete: false) }
  }

  private mutating func endFolder(for receiver: some SnapshotReceiving) {
    listing.endFolder()
    if pacing.isDueAfterFolder(photoCount: listing.count) {
      takeSnapshot(for: receiver, isComplete: false)
    }
  }

  private mutating func takeSnapshot(for receiver: some SnapshotReceiving, isComplete: Bool) {
    let entries = listing.entries()
    for index in arguments.indices { arguments[index].sortFolders() }
    pacing.didTakeSnapshot(photoCount: entries.count)
    receiver.receive(
      CatalogSnapshot(
        entries: entries, named: named, arguments: arguments.lazy, isComplete: isComplete))
  }
}

struct ListedArgument {
  let path: ByteString
  /// The folder that is listed; nil for a single file, and until it has been found.
  var folder: ListedFolder?
  var count = 0
  var isAlone = false
  var folders: [Subfolder] = []
  var contents = FolderContents()
  var emptyFolder: EmptyFolder?
  var notice: CatalogNotice?

  var listsFolders: Bool { isAlone && folder != nil && folder?.named == nil }

  var mayChange: Bool { folder != nil || notice != nil }

  mutating func sortFolders() {
    guard listsFolders, let folder else { return }
    folders = [Subfolder](contents.subfolders, in: folder.path, after: folders)
  }

  /// The path given by the user, or the folder around the file.
  var shownPath: ByteString { folder?.named == nil ? path : folder?.path.openableFolder ?? path }

  mutating func fail(_ problem: String) {
    notice = CatalogNotice(source: shownPath.lossyText, problem: problem, isFailure: true)
  }
}

struct ListedFolder: Hashable {
  /// A path prefix.
  let path: ByteString
  var named: Photo?
}

extension CatalogSnapshot {
  init(
    entries: [CatalogEntry], named: PhotoID?, arguments: some Sequence<ListedArgument>,
    isComplete: Bool
  ) {
    self.init(entries: entries, named: named, isComplete: isComplete)
    for argument in arguments {
      skipped += argument.contents.skipped
      if let folder = argument.emptyFolder { emptyFolders.append(folder) }
      if let notice = argument.notice { notices.append(notice) }
      folders += argument.folders
      directories.merge(argument.contents.directories) { $1 }
      if argument.isAlone { place = argument.folder?.path }
    }
  }
}

/// The photos read so far, sorted incrementally while they arrive unsorted within each folder.
///
/// `entries()` sorts and merges only new photos. Calls at doubling sizes cost O(n log n) in total.
struct PhotoListing {
  private var finished: [CatalogEntry] = []
  private var sorted: [CatalogEntry] = []
  /// The current folder's photos added since the last call of `entries()`.
  private var fresh: [CatalogEntry] = []

  var count: Int { finished.count + sorted.count + fresh.count }

  mutating func add(_ entry: CatalogEntry) {
    fresh.append(entry)
  }

  mutating func endFolder() {
    sortFresh()
    if finished.isEmpty { finished = sorted } else { finished += sorted }
    sorted = []
  }

  mutating func entries() -> [CatalogEntry] {
    sortFresh()
    if finished.isEmpty { return sorted }
    if sorted.isEmpty { return finished }
    return finished + sorted
  }

  private mutating func sortFresh() {
    let byBytes = NaturalOrder.comparesASCIIByBytes
    let keys = NameKeys(fresh.lazy.map(\.photo.name))
    fresh = fresh.indices.sorted { first, second in
      keys.areInOrder(first, second)
        ?? NaturalOrder.areInOrder(
          fresh[first].photo.name, fresh[second].photo.name, comparingASCIIByBytes: byBytes)
    }.map { fresh[$0] }
    sorted = sorted.merging(fresh) {
      NaturalOrder.areInOrder($0.photo.name, $1.photo.name, comparingASCIIByBytes: byBytes)
    }
    fresh = []
  }
}

extension Array {
  func merging(_ others: [Element], by areInOrder: (Element, Element) -> Bool) -> [Element] {
    guard let last else { return others }
    guard let first = others.first, areInOrder(first, last) else { return self + others }
    var all: [Element] = []
    all.reserveCapacity(count + others.count)
    var rest = others[...]
    for element in self {
      while let next = rest.first, areInOrder(next, element) { all.append(rest.removeFirst()) }
      all.append(element)
    }
    return all + rest
  }
}
