/// One reading of files and folders, from the first argument to the last.
struct CatalogReading {
  private var listing = PhotoListing()
  private var pacing = SnapshotPacing()
  private var skipped = SkippedEntries()

  /// Reads everything, or until the receiver is gone; for a thread that may block.
  /// - Parameters:
  ///   - arguments: Paths of files and folders.
  ///   - isRecursive: Whether subfolders are read too.
  ///   - receiver: Takes the snapshots; the last one is complete, unless the receiver went away.
  mutating func run(
    _ arguments: [ByteString], isRecursive: Bool, for receiver: some SnapshotReceiving
  ) {
    for argument in arguments where !receiver.isGone {
      do throws(CatalogError) {
        try read(argument, isRecursive: isRecursive, for: receiver)
      } catch {
        skipped.add(error)
      }
    }
    guard !receiver.isGone else { return }
    takeSnapshot(for: receiver, isComplete: true)
  }

  private mutating func read(
    _ argument: ByteString, isRecursive: Bool, for receiver: some SnapshotReceiving
  ) throws(CatalogError) {
    switch try PathLookup.target(of: argument) {
    case .file:
      note(.photo(Photo(path: argument)), for: receiver)
      note(.folderEnd(nil), for: receiver)
    case .folder:
      var reader = FolderReader(folder: argument.asFolder, isRecursive: isRecursive)
      while !receiver.isGone, let event = reader.next() {
        note(event, for: receiver)
      }
    case .link, .special, .unknown:
      throw .special
    }
  }

  private mutating func note(_ event: FolderEvent, for receiver: some SnapshotReceiving) {
    switch event {
    case .photo(let photo): listing.add(photo)
    case .skipped(let error): skipped.add(error)
    case .ignored: break
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
    let photos = listing.photos()
    pacing.didTakeSnapshot(photoCount: photos.count)
    receiver.receive(CatalogSnapshot(photos: photos, skipped: skipped, isComplete: isComplete))
  }
}
