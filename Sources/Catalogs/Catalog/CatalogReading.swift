import Values

/// A reading of files and folders, from the first argument to the last; what could not be read may be
/// looked at again.
struct CatalogReading {
  private let isRecursive: Bool
  /// Whether a file comes with the photos of its folder.
  private let isSurrounded: Bool
  /// The file that was named, once it has been found, where it comes with those.
  private var named: CatalogEntry?
  /// The arguments that are still to be read, in their order.
  private var gaps: ArraySlice<ArgumentGap>
  /// Those that could not be read this time, all before the others.
  private var failed: [ArgumentGap] = []
  private var listing = PhotoListing()
  /// The entries from earlier times that come after what is read now.
  private var known: ArraySlice<CatalogEntry> = []
  private var pacing = SnapshotPacing()
  private var skipped = SkippedEntries()
  private var bareFolders: [BareFolder] = []

  /// Makes a reading that has not touched the disk yet.
  /// - Parameters:
  ///   - arguments: Paths of files and folders.
  ///   - isRecursive: Whether subfolders are read too.
  ///   - isSurrounded: Whether the only argument, if it is a file, comes with the photos of its folder.
  init(_ arguments: [ByteString], isRecursive: Bool, isSurrounded: Bool = false) {
    self.isRecursive = isRecursive
    self.isSurrounded = isSurrounded && arguments.count == 1
    gaps = arguments.map { ArgumentGap(argument: $0, problem: nil, precedingCount: 0) }[...]
  }

  /// Whether every argument has been read.
  var isWhole: Bool { gaps.isEmpty }

  /// Reads what has not been read yet, or until the receiver is gone; for a thread that may block.
  ///
  /// The last snapshot is complete, unless the receiver went away. What could not be read is in its
  /// notices, and is read the next time.
  mutating func run(for receiver: some SnapshotReceiving) {
    if gaps.first?.problem != nil { takeSnapshot(for: receiver, isComplete: false) }
    pacing = SnapshotPacing()
    while !receiver.isGone, let gap = gaps.first {
      fill(gap, for: receiver)
    }
    guard !receiver.isGone else { return }
    takeKnown(upTo: known.endIndex)
    takeSnapshot(for: receiver, isComplete: true)
    if !failed.isEmpty { prepareForNextTime() }
  }

  /// Says of all that has not been read yet why it cannot be; it is read the next time.
  mutating func fail(_ error: CatalogError, for receiver: some SnapshotReceiving) {
    failed = gaps.map {
      ArgumentGap(argument: $0.argument, problem: error, precedingCount: $0.precedingCount)
    }
    gaps = []
    takeKnown(upTo: known.endIndex)
    takeSnapshot(for: receiver, isComplete: true)
    prepareForNextTime()
  }

  private mutating func prepareForNextTime() {
    gaps = failed[...]
    failed = []
    known = listing.entries()[...]
    listing = PhotoListing()
  }

  private mutating func fill(_ gap: ArgumentGap, for receiver: some SnapshotReceiving) {
    takeKnown(upTo: gap.precedingCount)
    do throws(CatalogError) {
      try read(gap.argument, for: receiver)
    } catch {
      failed.append(
        ArgumentGap(
          argument: gap.argument, problem: error, precedingCount: listing.count,
          folder: named?.photo.folder.openableFolder))
    }
    gaps = gaps.dropFirst()
  }

  private mutating func takeKnown(upTo end: Int) {
    listing.add(folder: known[..<end])
    known = known[end...]
  }

  /// Reads an argument.
  /// - Throws: Why it cannot be read; nothing of it is in the listing.
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
      var reader = FolderReader(folder: argument.asFolder, isRecursive: isRecursive)
      // The first step opens the folder itself.
      if case .skipped(let error) = reader.next() { throw error }
      var findings = FolderFindings()
      while !receiver.isGone, let event = reader.next() {
        findings.note(event)
        note(event, for: receiver)
      }
      guard !receiver.isGone else { return }
      if let bare = findings.bareFolder(argument, isRecursive: isRecursive) {
        bareFolders.append(bare)
      }
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
    let entry = named ?? CatalogEntry(file)
    named = entry
    known = [entry]
    takeSnapshot(for: receiver, isComplete: false)
    var reader = FolderReader(folder: file.folder, isRecursive: isRecursive)
    if case .skipped(let error) = reader.next() { throw error }
    known = []
    listing.add(entry)
    while !receiver.isGone, let event = reader.next() {
      if event != .photo(file) { note(event, for: receiver) }
    }
  }
}

extension CatalogReading {
  private mutating func note(_ event: FolderEvent, for receiver: some SnapshotReceiving) {
    switch event {
    case .photo(let photo): listing.add(CatalogEntry(photo))
    case .skipped(let error): skipped.add(error)
    case .subfolder, .other, .ignored: break
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
    if let error { skipped.add(error) }
    if pacing.isDueAfterFolder(photoCount: listing.count) {
      takeSnapshot(for: receiver, isComplete: false)
    }
  }

  private mutating func takeSnapshot(for receiver: some SnapshotReceiving, isComplete: Bool) {
    var entries = listing.entries()
    entries += known
    pacing.didTakeSnapshot(photoCount: entries.count)
    receiver.receive(
      CatalogSnapshot(
        entries: entries, named: named?.id, skipped: skipped, bareFolders: bareFolders,
        notices: (failed + gaps).compactMap(\.notice), isComplete: isComplete))
  }
}

/// The place of an argument whose photos are not there yet.
struct ArgumentGap {
  let argument: ByteString
  /// Why it could not be read; nil where nobody has tried.
  let problem: CatalogError?
  /// How many photos come before it.
  let precedingCount: Int
  /// The folder that the problem is about, where that is not the argument itself.
  var folder: ByteString?

  /// What is to be said of it.
  var notice: CatalogNotice? {
    problem.map {
      CatalogNotice(source: (folder ?? argument).lossyText, problem: "\($0)", isFailure: true)
    }
  }
}
