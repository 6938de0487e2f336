import Catalog
import HTTP
import PhotoIndex
import Values

/// Where a command says that its photos come from.
protocol PhotoOrigin {
  /// What stands on the command line to be looked at, addresses and paths.
  var arguments: [ByteString] { get }

  /// Whether a list is read from standard input, which is no terminal then.
  var readsStandardInput: Bool { get }

  /// Who know addresses of their own kinds among the arguments.
  /// - Parameter index: Where lists are kept that are looked at by pages; nil where they are not.
  /// - Returns: One for each scheme.
  func providers(keepingIn index: PhotoIndex?) -> [any CatalogProvider]

  /// Makes the catalog, and says on standard error what will never be in it; where nothing is there at
  /// all, why.
  /// - Parameters:
  ///   - web: What asks the web.
  ///   - demand: Says how many photos of feeds are wanted, and when what failed is to be tried again.
  ///   - isSurrounded: Whether the only source comes with what is around it: a file with the photos of its
  ///     folder, a folder with those inside.
  ///   - following: How folders are followed while they are shown; nil where they are not.
  ///   - index: Where lists are kept that are looked at by pages; nil where all photos are to be held.
  ///   - look: What a first look at the arguments finds.
  /// - Returns: What there is.
  func catalog(
    web: WebAccess, demand: CatalogDemand, isSurrounded: Bool, following: FolderFollowing?,
    index: PhotoIndex?, look: FirstLook
  ) -> FoundCatalog
}

/// A catalog of what there is of the sources that were asked for.
struct FoundCatalog {
  let catalog: any PhotoCatalog
  /// How many sources are not in the catalog; each has been told of on standard error.
  let problemCount: Int
  /// Whether nothing is left to show.
  let isHopeless: Bool
}

extension PhotoOrigin {
  /// Those that keep no lists.
  var providers: [any CatalogProvider] { providers(keepingIn: nil) }

  /// Finds out what goes with requests for the arguments; it may read files.
  ///
  /// Of an address that cannot be read its catalog tells.
  var access: @Sendable () -> ServerAccess {
    { [arguments, providers] in
      arguments.reduce(into: ServerAccess()) { access, argument in
        let provider = providers.first { $0.provides(argument) }
        if let own = try? provider?.access(for: argument) { access.add(own) }
      }
    }
  }
}
