package import HTTP
package import Values

/// Brings the photos of one kind of place that is neither a folder nor a page on the web: a store of
/// objects, a photo server, a magazine.
///
/// The rest of the program does not know who provides. Photos of a provider are photos on the web
/// (`WebPhoto`), and what is kept of them is kept as HTTP says.
package protocol CatalogProvider: Sendable {
  /// What its addresses begin with, in lower case and without `://`.
  var scheme: String { get }

  /// What goes with everything that is asked for the photos of an address; it may read files of the user's.
  /// - Throws: `CatalogError.provider` where the address cannot be read, or nothing can be asked.
  func access(for address: ByteString) throws(CatalogError) -> ServerAccess

  /// The photos of an address; it may read files of the user's.
  /// - Parameters:
  ///   - address: Begins with the scheme and `://`.
  ///   - client: What loads from the web; it knows what goes with it.
  ///   - demand: Says how many photos are wanted.
  /// - Returns: A catalog that has asked nobody yet.
  /// - Throws: `CatalogError.provider` where the address cannot be read, or nothing can be asked.
  func catalog(
    of address: ByteString, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog

  /// The same for somebody who looks at some of the photos at a time: where they may be too many to hold, its
  /// snapshots have them by pages (`CatalogSnapshot.paged`).
  func pagedCatalog(
    of address: ByteString, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog
}

extension CatalogProvider {
  /// The catalog that holds all of them.
  package func pagedCatalog(
    of address: ByteString, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog {
    try catalog(of: address, client: client, demand: demand)
  }

  /// Nothing.
  package func access(for address: ByteString) throws(CatalogError) -> ServerAccess {
    ServerAccess()
  }

  /// Whether an argument is an address of its kind.
  package func provides(_ argument: ByteString) -> Bool {
    let prefix = "\(scheme)://".utf8
    return argument.bytes.count >= prefix.count
      && zip(argument.bytes, prefix).allSatisfy { $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) == $1 }
  }
}
