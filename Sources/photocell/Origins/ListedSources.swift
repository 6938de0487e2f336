import ArgumentParser
import Base
import Catalogs
import Storage

struct ListedSources {
  let listed: CatalogSnapshot
  let web: WebAccess
  /// The number of missing sources; each has been reported.
  let missingCount: Int

  /// The exit code for failures: 2 if nothing succeeded, otherwise 1; nil if there are none.
  func exitCode(failures failureCount: Int) -> ExitCode? {
    guard failureCount + missingCount > 0 else { return nil }
    return ExitCode(failureCount == listed.count ? 2 : 1)
  }
}

extension PhotoOrigin {
  /// Lists all photos; notices are written to standard error.
  ///
  /// `command` is repeated in suggestions to the user. At most `limit` photos of feeds are listed.
  /// With an index, paged lists are packed there instead of keeping all photos in memory. Throws an
  /// `ExitCode` if there is neither a photo nor a reported problem.
  @MainActor
  func listed(
    for command: String, web: WebOptions, upTo limit: Int = .max, packedIn index: PhotoIndex? = nil,
    _ log: Log
  ) async throws -> ListedSources {
    let check = SourceCheck(self)
    let web = try web.access(for: self, log: log) {
      StandardError.write("\($0)")
    }
    let found = catalog(
      web: web, demand: CatalogDemand(limit), isSurrounded: false, following: nil, index: index,
      check: check)
    let listed = await found.catalog.listed(log)
    let missing = found.problemCount + listed.notices.count(where: \.isFailure)
    guard listed.count > 0 || missing > 0 else {
      listed.reportNothing(command: command)
      throw ExitCode(2)
    }
    return ListedSources(listed: listed, web: web, missingCount: missing)
  }
}

extension PhotoCatalog {
  /// Notices go to the log and to standard error.
  func listed(_ log: Log) async -> CatalogSnapshot {
    var listed = CatalogSnapshot(photos: [])
    for await snapshot in snapshots() {
      listed = snapshot
      if snapshot.isComplete { break }
    }
    for notice in listed.notices {
      notice.write(to: log)
      StandardError.write("\(notice)")
    }
    if listed.skipped.count > 0 { StandardError.write("\(listed.skipped)") }
    return listed
  }
}

extension CatalogSnapshot {
  /// Suggestions repeat `command`.
  func reportNothing(command: String) {
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
