package import Base
package import HTTP

package struct ImmichProvider: CatalogProvider {
  /// `immich`, or `immich+http` for servers without TLS.
  package let scheme: String
  private let key: @Sendable () throws(CatalogError) -> String?

  /// `key` may read files; it is nil if none is configured.
  package static func all(
    key: @escaping @Sendable () throws(CatalogError) -> String?
  ) -> [ImmichProvider] {
    ["immich", "immich+http"].map { ImmichProvider(scheme: $0, key: key) }
  }

  package func access(for address: ByteString) throws(CatalogError) -> ServerAccess {
    let address = try ImmichAddress(address)
    let header = try header()
    let server = try rethrowing(as: CatalogError.network) { () throws(NetworkError) in
      try WebAddress(asking: address.server)
    }
    return ServerAccess(
      headers: header.map { [BoundHeader($0, for: server)] } ?? [], servers: [server])
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
    return RereadPhotos(pagesOf: ImmichTimeline(address, client: client), demand: demand)
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

/// An address of photos on an Immich server: `immich://host`, optionally with `/albums/NAME`, and
/// `?` with a search. `immich` is HTTPS except on localhost, `immich+http` is unencrypted HTTP.
package struct ImmichAddress: Hashable, Sendable {
  enum Subject: Hashable, Sendable {
    case timeline
    case album(String)
    case photo(String)
  }

  package let server: WebURL
  let subject: Subject
  let words: String?

  package init(_ address: ByteString) throws(CatalogError) {
    let scheme = address.bytes.prefix { $0 != UInt8(ascii: ":") }
    let rest = address.bytes.dropFirst(scheme.count + "://".utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw .provider("Immich takes an API key (--immich-key), not a login")
    }
    let isOpen = scheme.count > "immich".utf8.count
    server = try CatalogError.onAddress { () throws(AddressError) in
      let open = try WebURL(Array("http://".utf8) + authority + [UInt8(ascii: "/")])
      return isOpen || Self.isThisMachine(open.host)
        ? open : try WebURL(Array("https://".utf8) + authority + [UInt8(ascii: "/")])
    }
    let path = rest.dropFirst(authority.count)
    let places = path.prefix { $0 != UInt8(ascii: "?") }.split(separator: UInt8(ascii: "/"))
      .map { String(decoding: PercentEncoding.decoded($0), as: UTF8.self) }
    switch (places.first, places.count) {
    case (nil, _), ("photos", 1): subject = .timeline
    case ("albums", 2), ("album", 2): subject = .album(places[1])
    case ("photos", 2) where places[1].isImmichID: subject = .photo(places[1])
    default: throw .provider("write immich://host, with /albums/NAME or ?WORDS")
    }
    let words = path.firstIndex(of: UInt8(ascii: "?")).map { path[($0 + 1)...] } ?? []
    self.words = words.isEmpty ? nil : String(decoding: words, as: UTF8.self)
  }

  /// The address of a photo, which can be parsed again.
  func place(of id: String) -> ByteString { ByteString("\(root)photos/\(id)") }

  var name: String {
    switch subject {
    case .timeline: root
    case .album(let name): "\(root)albums/\(name)"
    case .photo(let id): place(of: id).lossyText
    }
  }

  var root: String {
    let isPlain = server.scheme == .https || Self.isThisMachine(server.host)
    return (isPlain ? "immich" : "immich+http") + server.publicText.drop { $0 != ":" }
  }

  private static func isThisMachine(_ host: String) -> Bool {
    host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
  }
}

extension String {
  var isImmichID: Bool {
    utf8.count == 36 && utf8.count { $0 == "-" } == 4
      && utf8.allSatisfy { $0 == "-" || $0.hexValue != nil }
  }
}
