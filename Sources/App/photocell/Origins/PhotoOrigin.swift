import Catalog
import Values

/// Where a command says that its photos come from.
protocol PhotoOrigin {
  /// What stands on the command line to be looked at, addresses and paths.
  var arguments: [ByteString] { get }

  /// Tells whether a list is read from standard input, which is no terminal then.
  var readsStandardInput: Bool { get }

  /// Makes the catalog, and says on standard error what will never be in it; where nothing is there at
  /// all, why.
  /// - Parameters:
  ///   - web: What asks the web.
  ///   - demand: Says how many photos of feeds are wanted, and when what failed is to be tried again.
  ///   - look: What a first look at the arguments finds.
  /// - Returns: What there is.
  func catalog(web: WebAccess, demand: CatalogDemand, look: FirstLook) -> FoundCatalog
}
