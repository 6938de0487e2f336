import Catalog
import Logging

extension PhotoCatalog {
  /// All photos that are wanted; what is to be said of their sources is on standard error.
  /// - Parameter log: Hears of it too.
  /// - Returns: The first snapshot that is complete.
  func listed(_ log: Log) async -> CatalogSnapshot {
    var listed = CatalogSnapshot(photos: [])
    for await snapshot in snapshots() {
      listed = snapshot
      if snapshot.isComplete { break }
    }
    for notice in listed.notices {
      notice.tell(log)
      StandardError.write("\(notice)")
    }
    if listed.skipped.count > 0 { StandardError.write("\(listed.skipped)") }
    return listed
  }
}

extension CatalogSnapshot {
  /// Says on standard error why there is nothing.
  /// - Parameter command: What was typed, to be typed again in another way.
  func tellOfNothing(command: String) {
    let words = BareFolderWords(bareFolders, home: Storage.home, command: command)
    for line in words.lines { StandardError.write(line) }
    if bareFolders.isEmpty { StandardError.write("no photos") }
  }
}
