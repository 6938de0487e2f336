package import Base
package import HTTP

/// The photos of Immich servers; read-only.
package struct ImmichProvider: CatalogProvider {
  /// `immich`, or `immich+http` for servers without TLS.
  package let scheme: String
  private let key: @Sendable () throws(CatalogError) -> String?

  private init(scheme: String, key: @escaping @Sendable () throws(CatalogError) -> String?) {
    self.scheme = scheme
    self.key = key
  }

  /// A provider for each scheme.
  ///
  /// `key` returns the user's API key, nil if none is configured; it may read files.
  package static func all(
    key: @escaping @Sendable () throws(CatalogError) -> String?
  ) -> [ImmichProvider] {
    ["immich", "immich+http"].map { ImmichProvider(scheme: $0, key: key) }
  }

  /// Sends the key only to the server of the address.
  package func access(for address: ByteString) throws(CatalogError) -> ServerAccess {
    let address = try ImmichAddress(address)
    let header = try header()
    var access = ServerAccess()
    let server = try rethrowing(as: CatalogError.network) { () throws(NetworkError) in
      try WebAddress(asking: address.server)
    }
    access.servers = [server]
    access.headers = header.map { [BoundHeader($0, for: server)] } ?? []
    return access
  }

  /// The timeline has pages by month; searches and albums have none.
  package func catalog(
    of address: ByteString, isPaged: Bool, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog {
    let address = try ImmichAddress(address)
    _ = try header()
    guard isPaged, case .timeline = address.subject, address.words == nil else {
      return FeedCatalog(ImmichRoute(address), client: client, demand: demand)
    }
    return PagedCatalog(ImmichTimeline(address, client: client), demand: demand)
  }

  private func header() throws(CatalogError) -> UserHeader? {
    guard let key = try key() else { return nil }
    let word = key.filter { !$0.isWhitespace }
    guard !word.isEmpty, word.utf8.count <= 1_000, word.allSatisfy(\.isASCII),
      let header = UserHeader("x-api-key: \(word)")
    else { throw .provider("the Immich key is not valid text") }
    return header
  }
}
