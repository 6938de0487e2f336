package import Base
package import HTTP
package import Storage

package struct S3Provider: CatalogProvider {
  private let isRecursive: Bool
  private let index: PhotoIndex?
  private let settings: @Sendable () throws(CatalogError) -> S3Settings

  /// `index` caches paged listings. `settings` may read files, called for each address.
  package init(
    isRecursive: Bool, keptIn index: PhotoIndex? = nil,
    _ settings: @escaping @Sendable () throws(CatalogError) -> S3Settings
  ) {
    (self.isRecursive, self.index, self.settings) = (isRecursive, index, settings)
  }

  package var scheme: String { "s3" }

  package func access(for address: ByteString) throws(CatalogError) -> ServerAccess {
    let bucket = try Self.read(address).bucket
    let settings = try settings()
    let signer = try rethrowing(as: CatalogError.network) { () throws(NetworkError) in
      try settings.signer(for: bucket)
    }
    return ServerAccess(signers: signer.map { [$0] } ?? [])
  }

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
    return FeedCatalog(route, keptIn: index, client: client, demand: demand)
  }

  private static func read(_ address: ByteString) throws(CatalogError) -> S3Address {
    guard let address = S3Address(address) else {
      throw .provider("no bucket name; write s3://bucket/folder")
    }
    return address
  }
}

/// Pages of a bucket's listing: `ListObjectsV2` (Amazon S3 API Reference). Keys are in byte order,
/// and the API has no other: any other sort order needs all pages.
struct S3Route: FeedRoute {
  let address: S3Address
  let location: S3Location
  let isRecursive: Bool
  let isAnonymous: Bool
  private(set) var asked: Set<WebURL> = []
  private(set) var ends: Set<ByteString> = []

  /// Maximum entries of the first page: a few screens arrive sooner than a thousand.
  private static let firstCount = 256

  var isList: Bool { address.prefix.isEmpty || address.prefix.last == UInt8(ascii: "/") }

  var name: String { address.place(of: address.prefix).lossyText }

  var folder: ByteString? { isList && !isRecursive ? address.place(of: address.prefix) : nil }

  mutating func first() throws(CatalogError) -> FeedRequest {
    let page = try CatalogError.onAddress { () throws(AddressError) in try self.page() }
    asked.insert(page)
    return FeedRequest(page)
  }

  mutating func next(after page: FeedPage) -> FeedContinuation {
    guard let next = page.next else { return .end }
    // A server may send the same page forever, each time with a new token.
    if let end = page.last, !ends.insert(end).inserted { return .loop }
    return asked.insert(next).inserted ? .request(FeedRequest(next)) : .loop
  }

  func problem(_ error: CatalogError) -> String {
    switch error {
    case .network(.status(403)) where isAnonymous:
      "\(error): no key was found in AWS_ACCESS_KEY_ID or ~/.aws/credentials"
    case .network(.status(403)):
      "\(error): check the key, its permission to list, and this machine's clock"
    case .network(.status(404)): "no such bucket (404)"
    default: "\(error)"
    }
  }
}

/// A cached listing resumes after its last key, since continuation tokens expire.
extension S3Route {
  /// Identity for the index: server, bucket, prefix and recursion.
  var source: ByteString {
    ByteString(
      Array("s3 \(location.base) \(isRecursive ? "all" : "folder") ".utf8) + address.prefix)
  }

  func request(after key: ByteString?) throws(CatalogError) -> FeedRequest {
    try CatalogError.onAddress { () throws(AddressError) in
      FeedRequest(listedAt: try page(behind: key?.bytes, limit: key == nil ? Self.firstCount : nil))
    }
  }

  func objects(of page: FeedPage) -> [ListedObject] {
    page.entries.compactMap { $0.file.map(object) }
  }

  func key(of photo: Photo) -> ByteString? { photo.onWeb?.file.map(object)?.key }

  func photo(of object: ListedObject) -> Photo? { (try? entry(of: object)).map(Photo.init) }

  private func page(
    after token: [UInt8]? = nil, behind key: [UInt8]? = nil, limit: Int? = nil
  ) throws(AddressError) -> WebURL {
    try location.listing(
      prefix: address.prefix, isWhole: isRecursive, after: token, behind: key, limit: limit)
  }

  /// Errors of single objects are part of the page.
  func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage {
    let root = try FeedReader.root(of: document)
    guard root.name.local == "ListBucketResult" else {
      throw .unknownElement(ForeignName(root.name.local.utf8))
    }
    let isEncoded = root.child(.none, "EncodingType")?.text.elementsEqual("url".utf8) == true
    let objects = root.children(.none, "Contents")
    var page = FeedPage(objects, next: try next(after: root)) { object throws(FeedEntryError) in
      try entry(of: object, isEncoded: isEncoded)
    }
    let prefixes = root.children(.none, "CommonPrefixes").compactMap {
      text("Prefix", of: $0, isEncoded: isEncoded)
    }
    page.folders = prefixes.compactMap { folderName($0) }
    // Keys and prefixes are sorted separately, and either may be the last of the page.
    let lastKey = objects.lazy.reversed().compactMap {
      text("Key", of: $0, isEncoded: isEncoded)
    }.first
    let ends = [lastKey, prefixes.last]
    page.last = ends.compactMap(\.self).max { $0.lexicographicallyPrecedes($1) }
      .map { ByteString($0) }
    return page
  }

  private func text(_ name: String, of part: XMLElement, isEncoded: Bool) -> [UInt8]? {
    guard let text = part.child(.none, name)?.text else { return nil }
    return isEncoded ? PercentEncoding.decodedForm(text) : text
  }

  /// Nil for hidden folders and names that cannot be in a path.
  private func folderName(_ key: [UInt8]) -> ByteString? {
    guard key.starts(with: address.prefix), key.last == UInt8(ascii: "/") else { return nil }
    let name = key.dropFirst(address.prefix.count).dropLast()
    guard let first = name.first, first != UInt8(ascii: "."), !name.contains(UInt8(ascii: "/"))
    else { return nil }
    return ByteString(name)
  }

  private func next(after root: XMLElement) throws(FeedError) -> WebURL? {
    guard root.child(.none, "IsTruncated")?.text.elementsEqual("true".utf8) == true,
      let token = root.child(.none, "NextContinuationToken")?.text, !token.isEmpty
    else { return nil }
    return try rethrowing(as: FeedError.address) { () throws(AddressError) in
      try self.page(after: token)
    }
  }

  /// Empty for an object that is not a photo by its name, or has no bytes.
  private func entry(of object: XMLElement, isEncoded: Bool) throws(FeedEntryError) -> [WebPhoto] {
    guard let key = text("Key", of: object, isEncoded: isEncoded), !key.isEmpty else {
      throw FeedEntryError(line: object.line, .missing)
    }
    let byteCount = object.child(.none, "Size").flatMap {
      Int(String(decoding: $0.text, as: UTF8.self))
    }
    guard ServedPhoto.isPhoto(key), byteCount != 0 else { return [] }
    var listed = ListedObject(key: ByteString(key), byteCount: byteCount)
    listed.modified = object.child(.none, "LastModified").flatMap { InternetTime.seconds($0.text) }
    // Some servers omit the quotes.
    let tag = object.child(.none, "ETag").map { $0.text.filter { $0 != UInt8(ascii: "\"") } }
    listed.entityTag = tag.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    return try rethrowing(
      as: { FeedEntryError(line: object.line, .address($0)) },
      { () throws(AddressError) in [try entry(of: listed)] })
  }

  func entry(of object: ListedObject) throws(AddressError) -> WebPhoto {
    var file = ServedFile(place: address.place(of: object.key.bytes))
    file.byteCount = object.byteCount
    file.modified = object.modified
    file.entityTag = object.entityTag
    let rendition = Rendition(address: try location.object(object.key.bytes))
    return ServedPhoto.entry(file, at: [rendition])
  }

  func object(_ file: ServedFile) -> ListedObject {
    ListedObject(
      key: ByteString(file.place.bytes.dropFirst(address.place(of: []).bytes.count)),
      byteCount: file.byteCount, modified: file.modified, entityTag: file.entityTag)
  }
}

/// An address in an object store: `s3://bucket/prefix`.
package struct S3Address: Hashable, Sendable {
  package let bucket: String
  /// Empty for all objects, otherwise with a trailing slash, or the key of a photo.
  package let prefix: [UInt8]
  private let root: [UInt8]

  /// A prefix is a folder even without a trailing slash, unless it has the name of a photo.
  package init?(_ address: ByteString) {
    let rest = address.bytes.dropFirst("s3://".utf8.count)
    let name = rest.prefix { $0 != UInt8(ascii: "/") }
    guard let bucket = String(validating: name, as: UTF8.self), Self.isBucket(bucket) else {
      return nil
    }
    self.bucket = bucket
    root = Array("s3://\(bucket)/".utf8)
    let prefix = Array(rest.dropFirst(name.count + 1))
    let isWhole = prefix.isEmpty || prefix.last == UInt8(ascii: "/") || ServedPhoto.isPhoto(prefix)
    self.prefix = isWhole ? prefix : prefix + [UInt8(ascii: "/")]
  }

  package func place(of key: [UInt8]) -> ByteString { ByteString(root + key) }

  /// Accepts underscores and capitals, which other servers and old buckets have.
  private static func isBucket(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && name != "." && name != ".."
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
  }
}

/// The URL of a bucket, and the encoding of requests to it.
///
/// libcurl signs the URL as it is written, without converting it to the canonical form ("Create a
/// canonical request", AWS Signature Version 4): so the query is sorted by name here, and
/// everything but letters, digits, `-`, `.`, `_`, `~`, and the slashes of a key, is percent-encoded
/// with capital digits.
struct S3Location: Hashable, Sendable {
  /// The prefix of all object URLs, without a trailing slash.
  let base: String
  private let root: WebURL?

  init(amazonRegion region: String, bucket: String) {
    let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
    self.init("https://s3.\(region).\(domain)/\(bucket)")
  }

  init(endpoint: WebURL, bucket: String) {
    let text = endpoint.publicText.prefix { $0 != "?" }
    self.init((text.hasSuffix("/") ? text.dropLast() : text) + "/\(bucket)")
  }

  private init(_ base: String) {
    self.base = base
    root = try? WebURL(base.utf8)
  }

  /// Throws `AddressError`, `.relative` if `.` or `..` between slashes would name another object.
  func object(_ key: [UInt8]) throws(AddressError) -> WebURL {
    guard let root else { throw .badHost }
    return try root.below(key)
  }

  /// With `isWhole` keys with further slashes are listed too. `token` is the continuation token of
  /// the previous page; `key` starts after that key; `limit` is the maximum number of entries.
  /// Throws `AddressError.tooLong`.
  func listing(
    prefix: [UInt8], isWhole: Bool = true, after token: [UInt8]? = nil,
    behind key: [UInt8]? = nil, limit: Int? = nil
  ) throws(AddressError) -> WebURL {
    var query: [UInt8] = []
    if let token {
      query +=
        Array("continuation-token=".utf8) + PercentEncoding.value(token) + [UInt8(ascii: "&")]
    }
    if !isWhole { query += Array("delimiter=%2F&".utf8) }
    query += Array("encoding-type=url&list-type=2&".utf8)
    if let limit { query += Array("max-keys=\(limit)&".utf8) }
    query += Array("prefix=".utf8) + PercentEncoding.value(prefix)
    if let key { query += Array("&start-after=".utf8) + PercentEncoding.value(key) }
    return try WebURL(Array("\(base)?".utf8) + query)
  }
}
