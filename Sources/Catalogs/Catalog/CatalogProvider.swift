package import Base
package import HTTP

/// One kind of server, with a URL scheme of its own.
package protocol CatalogProvider: Sendable {
  /// The URL scheme in lower case, without `://`.
  var scheme: String { get }

  /// May read the user's files. Throws `CatalogError.provider` for an invalid address or missing
  /// configuration.
  func access(for address: ByteString) throws(CatalogError) -> ServerAccess

  /// Before any request; may read the user's files. With `isPaged`, snapshots of large listings may
  /// use `CatalogSnapshot.paged`. Throws like `access(for:)`.
  func catalog(
    of address: ByteString, isPaged: Bool, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog
}

extension CatalogProvider {
  package func access(for address: ByteString) throws(CatalogError) -> ServerAccess {
    ServerAccess()
  }

  package func provides(_ argument: ByteString) -> Bool {
    let prefix = "\(scheme)://".utf8
    return argument.bytes.count >= prefix.count
      && zip(argument.bytes, prefix).allSatisfy { $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) == $1 }
  }
}
