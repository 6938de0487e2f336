package import Base
package import HTTP

package struct ImmichProvider: CatalogProvider {
  /// `immich`, or `immich+http` for servers without TLS.
  package let scheme: String
  private let key: @Sendable () throws(CatalogError) -> String?

  private init(scheme: String, key: @escaping @Sendable () throws(CatalogError) -> String?) {
    (self.scheme, self.key) = (scheme, key)
  }

  /// `key` may read files; it is nil if none is configured.
  package static func all(
    key: @escaping @Sendable () throws(CatalogError) -> String?
  ) -> [ImmichProvider] {
    ["immich", "immich+http"].map { ImmichProvider(scheme: $0, key: key) }
  }

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

/// The timeline of an Immich server as pages, one per month, newest first. Two requests return the
/// counts of all months, and one more the photos of a month.
struct ImmichTimeline: PageListing {
  private let answers: ImmichAnswers
  private let loader: FeedLoader

  init(_ address: ImmichAddress, client: HTTPClient) {
    answers = ImmichAnswers(address: address)
    loader = FeedLoader(client: client)
  }

  var name: String { answers.address.name }

  var order: ListedOrder { .latestTaken }

  func pages() async throws(CatalogError) -> [EntryPage] {
    guard let version = answers.version, let months = answers.months else {
      throw .feed(.address(.tooLong))
    }
    _ = try await loader.load(version, answers.version(in:))
    return try await loader.load(months, answers.pages(in:))
  }

  func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
    guard let month = answers.month(page.key) else { throw .feed(.address(.tooLong)) }
    return try await loader.load(month, answers.month(in:)).entries.map(Photo.init)
  }

  func problem(_ error: CatalogError) -> String { answers.problem(error, isFirst: true) }
}
