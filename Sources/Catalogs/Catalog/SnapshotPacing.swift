/// Decides when a snapshot is worth its cost: soon at first, then at doubling sizes, so that all the
/// snapshots together cost no more than a few copies of the last one.
struct SnapshotPacing {
  /// Nobody waits for a first look longer than this many entries.
  private static let firstEntryCount = 256

  private var entryCount = 0
  private var nextEntryCount = firstEntryCount
  private var nextPhotoCount = 1

  /// Counts an entry, and tells whether enough have been read for a snapshot.
  mutating func isDueAfterEntry() -> Bool {
    entryCount += 1
    return entryCount >= nextEntryCount
  }

  /// Tells whether so many entries in all are worth a snapshot.
  mutating func isDue(afterEntries count: Int) -> Bool {
    entryCount = count
    return entryCount >= nextEntryCount
  }

  /// Tells whether the end of a folder is worth a snapshot.
  func isDueAfterFolder(photoCount: Int) -> Bool {
    photoCount >= nextPhotoCount
  }

  /// Notes that a snapshot was made.
  mutating func didTakeSnapshot(photoCount: Int) {
    nextEntryCount = max(Self.firstEntryCount, entryCount * 2)
    nextPhotoCount = max(1, photoCount * 2)
  }
}
