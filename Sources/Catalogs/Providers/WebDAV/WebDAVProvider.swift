package import Base
package import HTTP

package struct WebDAVProvider: CatalogProvider {
  /// `webdav` for HTTP, `webdavs` for HTTPS.
  package let scheme: String
  private let isRecursive: Bool
  private let variable: @Sendable (String) -> String?

  package static func all(
    isRecursive: Bool, variable: @escaping @Sendable (String) -> String?
  ) -> [WebDAVProvider] {
    ["webdav", "webdavs"].map {
      WebDAVProvider(scheme: $0, isRecursive: isRecursive, variable: variable)
    }
  }

  /// The login of the address, or `WEBDAV_USER` and `WEBDAV_PASSWORD`, only for its server.
  package func access(for address: ByteString) throws(CatalogError) -> ServerAccess {
    let address = try Self.read(address)
    let login = try login(for: address)
    let server = try rethrowing(as: CatalogError.network) { () throws(NetworkError) in
      try WebAddress(asking: address.place)
    }
    let bound = login.map { BoundLogin(user: $0.user, password: $0.password, for: server) }
    return ServerAccess(logins: bound.map { [$0] } ?? [], servers: [server])
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

/// Reads the folder given by the user and, if recursive, those inside breadth first.
struct WebDAVRoute: FeedRoute {
  static let depthLimit = 64

  private let address: WebDAVAddress
  private let isRecursive: Bool
  private var folders: [WebURL]
  private var askedCount = 0
  private var known: Set<WebURL>

  init(_ address: WebDAVAddress, isRecursive: Bool) {
    (self.address, self.isRecursive) = (address, isRecursive)
    folders = [address.place]
    known = [address.place]
  }

  var name: String { WebDAVAddress.name(of: address.place).lossyText }

  var folder: ByteString? {
    guard !isRecursive, address.place.path.hasSuffix("/") else { return nil }
    return WebDAVAddress.name(of: address.place)
  }

  mutating func first() -> FeedRequest {
    askedCount = 1
    return request(address.place)
  }

  mutating func next(after page: FeedPage) -> FeedContinuation {
    guard isRecursive else { return .end }
    folders += page.parts.sorted { NaturalOrder.areInOrder(Self.path($0), Self.path($1)) }
      .filter { depth(of: $0) <= Self.depthLimit && known.insert($0).inserted }
    guard askedCount < folders.count else { return .end }
    guard askedCount < FeedPaging.pageLimit else {
      return .stop("more than \(FeedPaging.pageLimit) folders; the rest is not listed")
    }
    askedCount += 1
    return .request(request(folders[askedCount - 1]))
  }

  func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage {
    try WebDAVListing(of: origin.address ?? address.place).page(in: document)
  }

  func photos(of page: FeedPage) -> [Photo] {
    page.entries.map(Photo.init).sorted { NaturalOrder.areInOrder($0.name, $1.name) }
  }

  func problem(_ error: CatalogError) -> String {
    switch error {
    case .network(.status(401)):
      "\(error): set user and password in the address, WEBDAV_USER and WEBDAV_PASSWORD, or ~/.netrc"
    case .network(.status(405)), .network(.status(501)), .feed: "not a WebDAV folder (\(error))"
    default: "\(error)"
    }
  }

  /// A single folder may be forbidden, or deleted in the meantime.
  func mayContinue(_ error: CatalogError) -> Bool {
    guard askedCount > 1 else { return false }
    switch error {
    case .network(.status(let status)): return (400...499).contains(status) && status != 429
    case .feed: return true
    default: return false
    }
  }

  private func request(_ place: WebURL) -> FeedRequest {
    FeedRequest(place, query: WebDAVListing.question)
  }

  private func depth(of folder: WebURL) -> Int {
    let count = { (place: WebURL) in place.path.utf8.count { $0 == UInt8(ascii: "/") } }
    return count(folder) - count(address.place)
  }

  private static func path(_ folder: WebURL) -> ByteString {
    ByteString(PercentEncoding.decoded(folder.path.utf8))
  }
}

/// An address of a folder or photo on a WebDAV server: `webdavs://host/folder`. `webdav` is HTTP,
/// `webdavs` is HTTPS. There are no queries or fragments, so `?` and `#` are literal.
package struct WebDAVAddress: Hashable, Sendable, CustomReflectable {
  /// The URL without login; a folder's has a trailing slash.
  package let place: WebURL
  let user, password: String?

  /// A path is a folder even without a trailing slash, unless it has the name of a photo.
  package init(_ address: ByteString) throws(AddressError) {
    let scheme = address.bytes.prefix { $0 != UInt8(ascii: ":") }
    let rest = address.bytes.dropFirst(scheme.count + "://".utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    let login = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[..<$0] }
    let words = login?.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    user = words?.first.map(Self.text)
    password = words?.dropFirst().first.map(Self.text)
    let host = authority.dropFirst(login.map { $0.count + 1 } ?? 0)
    let path = Self.plain(rest.dropFirst(authority.count))
    let isWhole =
      path.last == UInt8(ascii: "/") || ServedPhoto.isPhoto(PercentEncoding.decoded(path))
    let web = scheme.count == "webdavs".utf8.count ? "https://" : "http://"
    place = try WebURL(Array(web.utf8) + host + path + (isWhole ? [] : [UInt8(ascii: "/")]))
  }

  /// The address for a URL, decoded as far as it can be parsed again.
  package static func name(of place: WebURL) -> ByteString {
    let path = place.path
    let root = "webdav" + place.publicText.dropFirst("http".utf8.count)
    return ByteString(
      Array(root.utf8.prefix(root.utf8.count - path.utf8.count)) + readable(Array(path.utf8)))
  }

  /// Decodes unneeded escapes; `%25` stays, since decoding could create another escape.
  private static func readable(_ path: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = path[...]
    while let byte = rest.first {
      let escape = rest.prefix(3)
      rest = rest.dropFirst()
      guard byte == UInt8(ascii: "%"), escape.count == 3,
        let plain = PercentEncoding.decoded(escape).first, plain >= 0x20, plain != 0x7F,
        plain != UInt8(ascii: "/"), plain != UInt8(ascii: "%")
      else {
        result.append(byte)
        continue
      }
      result.append(plain)
      rest = rest.dropFirst(2)
    }
    return result
  }

  private static func plain(_ path: ArraySlice<UInt8>) -> [UInt8] {
    path.flatMap { byte in
      byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
        ? PercentEncoding.value([byte]) : [byte]
    }
  }

  private static func text(_ encoded: ArraySlice<UInt8>) -> String {
    String(decoding: PercentEncoding.decoded(encoded), as: UTF8.self)
  }

  /// Keeps the login out of dumps and failed expectations.
  package var customMirror: Mirror { Mirror(self, children: ["place": place]) }
}
