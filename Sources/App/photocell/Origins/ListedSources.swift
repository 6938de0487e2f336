import ArgumentParser
import Catalog
import Logging
import PhotoIndex

/// All photos of the sources of a command that goes through them and ends.
struct ListedSources {
  /// The photos, and what is to be said of them.
  let listed: CatalogSnapshot
  /// What loads those on the web.
  let web: WebAccess
  /// How many sources are not there, each of which has been told of.
  let missingCount: Int

  /// The exit code where so many photos could not be had: 1, or 2 where that is all there is; nil where none.
  /// - Parameter failureCount: How many of the photos could not.
  /// - Returns: What to throw.
  func exitCode(failures failureCount: Int) -> ExitCode? {
    guard failureCount + missingCount > 0 else { return nil }
    return ExitCode(failureCount == listed.count ? 2 : 1)
  }
}

extension PhotoOrigin {
  /// Lists everything; what is to be said of it is on standard error.
  /// - Parameters:
  ///   - command: What was typed, to be typed again in another way.
  ///   - web: How the web is reached.
  ///   - limit: How many photos of feeds are wanted.
  ///   - index: Where lists are packed that are gone through by pages; nil where all photos are to be held.
  ///   - log: Hears what goes wrong.
  /// - Returns: What there is, or what is missing.
  /// - Throws: An `ExitCode` where there is neither.
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
