import ArgumentParser
import Base
import Catalogs
import Storage

/// The complete listing of a command's sources, for commands that are not interactive.
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
    let look = FirstLook(self)
    let web = try web.access(for: self, log: log) {
      StandardError.write("\($0)")
    }
    let found = catalog(
      web: web, demand: CatalogDemand(limit), isSurrounded: false, following: nil, index: index,
      look: look)
    let listed = await found.catalog.listed(log)
    let missing = found.problemCount + listed.notices.count(where: \.isFailure)
    guard listed.count > 0 || missing > 0 else {
      listed.tellOfNothing(command: command)
      throw ExitCode(2)
    }
    return ListedSources(listed: listed, web: web, missingCount: missing)
  }
}
