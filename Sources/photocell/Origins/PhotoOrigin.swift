import ArgumentParser
import Base
import Catalogs
import HTTP
import Storage

protocol PhotoOrigin {
  var arguments: [ByteString] { get }

  /// Whether a list is read from standard input, which must not be a terminal then.
  var readsStandardInput: Bool { get }

  /// One provider for each scheme; `index` caches paged lists, nil for none.
  func providers(keepingIn index: PhotoIndex?) -> [any CatalogProvider]

  /// Makes the catalog, and reports sources that can never be shown on standard error.
  ///
  /// With `isSurrounded`, a single source is shown in context: a file among the photos of its
  /// folder, a folder with its subfolders. Folders are not watched if `following` is nil. Without
  /// an index all photos are kept in memory. `check` is the running check of the arguments.
  func catalog(
    web: WebAccess, demand: CatalogDemand, isSurrounded: Bool, following: FolderFollowing?,
    index: PhotoIndex?, check: SourceCheck
  ) -> FoundCatalog
}

struct FoundCatalog {
  let catalog: any PhotoCatalog
  /// The number of missing sources; each has been reported on standard error.
  var problemCount = 0
  var isHopeless = false
}

extension PhotoOrigin {
  var readsStandardInput: Bool { false }

  func providers(keepingIn index: PhotoIndex?) -> [any CatalogProvider] { [] }

  var providers: [any CatalogProvider] { providers(keepingIn: nil) }

  /// Collects logins and headers for the arguments; may read files.
  ///
  /// Failures are ignored here, as the catalog of the address reports them.
  var access: @Sendable () -> ServerAccess {
    { [arguments, providers] in
      arguments.reduce(into: ServerAccess()) { access, argument in
        let provider = providers.first { $0.provides(argument) }
        if let own = try? provider?.access(for: argument) { access.add(own) }
      }
    }
  }
}

struct ListedSources {
  let listed: CatalogSnapshot
  let web: WebAccess
  /// The number of missing sources; each has been reported.
  let missingCount: Int

  /// 2 if nothing succeeded, otherwise 1; nil if there are none.
  func exitCode(failures failureCount: Int) -> ExitCode? {
    guard failureCount + missingCount > 0 else { return nil }
    return ExitCode(failureCount == listed.count ? 2 : 1)
  }
}

extension PhotoOrigin {
  /// Lists all photos; notices are written to standard error.
  ///
  /// `command` is repeated in suggestions to the user. All files are photos if `kinds` is nil. At
  /// most `limit` photos of feeds are listed. With an index, paged lists are packed there instead of
  /// keeping all photos in memory. Throws an `ExitCode` if there is neither a photo nor a reported
  /// problem.
  @MainActor
  func listed(
    for command: String, _ kinds: KindOptions? = nil, web: WebOptions, upTo limit: Int = .max,
    packedIn index: PhotoIndex? = nil, _ log: Log
  ) async throws -> ListedSources {
    let check = SourceCheck(self)
    let web = try web.access(for: self, log: log) { StandardError.write("\($0)") }
    let found = catalog(
      web: web, demand: CatalogDemand(limit), isSurrounded: false, following: nil, index: index,
      check: check)
    let all = await found.catalog.listed(log)
    let listed = kinds?.shown(of: all) ?? all
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
  func reportNothing(command: String) {
    let words = EmptyFolderMessage(emptyFolders, home: Storage.home, command: command)
    for line in words.lines { StandardError.write(line) }
    if emptyFolders.isEmpty { StandardError.write("no photos") }
  }
}

extension FolderCatalog {
  /// Throws an `ExitCode` after it has been reported that there are none.
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
