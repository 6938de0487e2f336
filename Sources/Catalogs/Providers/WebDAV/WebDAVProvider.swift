package import Base
package import HTTP

/// The photos in folders of WebDAV servers: Nextcloud, Apache, rclone and others.
package struct WebDAVProvider: CatalogProvider {
  /// `webdav` for HTTP, `webdavs` for HTTPS.
  package let scheme: String
  private let isRecursive: Bool
  private let variable: @Sendable (String) -> String?

  private init(
    scheme: String, isRecursive: Bool, variable: @escaping @Sendable (String) -> String?
  ) {
    self.scheme = scheme
    self.isRecursive = isRecursive
    self.variable = variable
  }

  /// A provider for each scheme; `variable` returns an environment variable.
  package static func all(
    isRecursive: Bool, variable: @escaping @Sendable (String) -> String?
  ) -> [WebDAVProvider] {
    ["webdav", "webdavs"].map {
      WebDAVProvider(scheme: $0, isRecursive: isRecursive, variable: variable)
    }
  }

  /// The login of the address, or of `WEBDAV_USER` and `WEBDAV_PASSWORD`, only for the address's
  /// server.
  package func access(for address: ByteString) throws(CatalogError) -> ServerAccess {
    let address = try Self.read(address)
    let login = try login(for: address)
    var access = ServerAccess()
    let server = try rethrowing(as: CatalogError.network) { () throws(NetworkError) in
      try WebAddress(asking: address.place)
    }
    access.servers = [server]
    access.logins =
      login.map { [BoundLogin(user: $0.user, password: $0.password, for: server)] } ?? []
    return access
  }

  package func catalog(
    of address: ByteString, isPaged: Bool, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog {
    let address = try Self.read(address)
    _ = try login(for: address)
    return FeedCatalog(
      WebDAVRoute(address, isRecursive: isRecursive), client: client, demand: demand)
  }

  private func login(
    for address: WebDAVAddress
  ) throws(CatalogError) -> (user: String, password: String)? {
    guard let user = address.user ?? variable("WEBDAV_USER"), !user.isEmpty else { return nil }
    guard let password = address.password ?? variable("WEBDAV_PASSWORD") else {
      throw .provider("no password for the user; set WEBDAV_PASSWORD")
    }
    return (user, password)
  }

  private static func read(_ address: ByteString) throws(CatalogError) -> WebDAVAddress {
    try CatalogError.onAddress { () throws(AddressError) in try WebDAVAddress(address) }
  }
}
