import ArgumentParser
import Base
import Catalogs

extension PhotoCatalog {
  /// The complete snapshot; notices go to the log and to standard error.
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
  /// Explains on standard error why there are no photos; suggestions repeat `command`.
  func tellOfNothing(command: String) {
    let words = EmptyFolderMessage(emptyFolders, home: Storage.home, command: command)
    for line in words.lines { StandardError.write(line) }
    if emptyFolders.isEmpty { StandardError.write("no photos") }
  }
}

extension FolderCatalog {
  /// All photos of a folder; throws an `ExitCode` after it has been reported that there are none.
  static func photos(in folder: ByteString, isRecursive: Bool) async throws(ExitCode) -> [Photo] {
    if let problem = problems(in: [folder]).first {
      StandardError.write("\(problem.argument): \(problem.error)")
      throw BrowsingExit.noSource
    }
    var photos: [Photo] = []
    let catalog = FolderCatalog(arguments: [folder], isRecursive: isRecursive)
    for await snapshot in catalog.snapshots() { photos = snapshot.photos }
    guard photos.isEmpty else { return photos }
    StandardError.write("\(folder): no photos")
    throw BrowsingExit.noSource
  }
}
