package import Base
package import HTTP
package import Storage

/// The photos in object stores with Amazon's S3 API.
package struct S3Provider: CatalogProvider {
  private let isRecursive: Bool
  private let index: PhotoIndex?
  private let settings: @Sendable () throws(CatalogError) -> S3Settings

  /// `index` caches listings for paged catalogs, if not nil.
  ///
  /// `settings` may read files and is called for each address.
  package init(
    isRecursive: Bool, keptIn index: PhotoIndex? = nil,
    _ settings: @escaping @Sendable () throws(CatalogError) -> S3Settings
  ) {
    self.isRecursive = isRecursive
    self.index = index
    self.settings = settings
  }

  package var scheme: String { "s3" }

  /// The signer for the bucket; none without credentials.
  package func access(for address: ByteString) throws(CatalogError) -> ServerAccess {
    let bucket = try Self.read(address).bucket
    let settings = try settings()
    var access = ServerAccess()
    access.signers = try rethrowing(as: CatalogError.network) { () throws(NetworkError) in
      try settings.signer(for: bucket).map { [$0] } ?? []
    }
    return access
  }

  /// If paged, the cached listing at once, continued from its end.
  package func catalog(
    of address: ByteString, isPaged: Bool, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog {
    let bucket = try Self.read(address)
    let settings = try settings()
    let route = S3Route(
      address: bucket, location: settings.location(of: bucket.bucket), isRecursive: isRecursive,
      isAnonymous: settings.credentials == nil)
    guard isPaged, let index, route.isList else {
      return FeedCatalog(route, client: client, demand: demand)
    }
    return PagedCatalogAdapter(route: route, index: index, client: client, demand: demand)
  }

  private static func read(_ address: ByteString) throws(CatalogError) -> S3Address {
    guard let address = S3Address(address) else {
      throw .provider("no bucket name; write s3://bucket/folder")
    }
    return address
  }
}
