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
  /// an index all photos are kept in memory. `check` is the check of the arguments that was started
  /// earlier.
  func catalog(
    web: WebAccess, demand: CatalogDemand, isSurrounded: Bool, following: FolderFollowing?,
    index: PhotoIndex?, check: SourceCheck
  ) -> FoundCatalog
}

struct FoundCatalog {
  let catalog: any PhotoCatalog
  /// The number of missing sources; each has been reported on standard error.
  let problemCount: Int
  let isHopeless: Bool
}

extension PhotoOrigin {
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
