package import Base

/// An address in an object store: `s3://bucket/prefix`.
package struct S3Address: Hashable, Sendable {
  package let bucket: String
  /// Empty for all objects, otherwise with a trailing slash, or the key of a photo.
  package let prefix: [UInt8]
  private let root: [UInt8]

  /// Nil without a valid bucket.
  ///
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

  /// Accepts underscores and capitals, which Amazon no longer allows but others and old buckets
  /// have.
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
  let bucket: String
  /// The prefix of all object URLs, without a trailing slash.
  let base: String
  private let root: WebURL?

  init(amazonRegion region: String, bucket: String) {
    let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
    self.init(bucket, at: "https://s3.\(region).\(domain)/\(bucket)")
  }

  /// On another server, below the path of its URL.
  init(endpoint: WebURL, bucket: String) {
    let text = endpoint.publicText.prefix { $0 != "?" }
    self.init(bucket, at: (text.hasSuffix("/") ? text.dropLast() : text) + "/\(bucket)")
  }

  private init(_ bucket: String, at base: String) {
    (self.bucket, self.base) = (bucket, base)
    root = try? WebURL(base.utf8)
  }

  /// Throws `AddressError`, `.relative` if `.` or `..` between slashes would name another object.
  func object(_ key: [UInt8]) throws(AddressError) -> WebURL {
    guard let root else { throw .badHost }
    return try root.below(key)
  }

  /// The URL of a page of the objects with a prefix.
  ///
  /// With `isWhole` keys with further slashes are listed too. `token` is the continuation token of
  /// the previous page; `key` starts after that key; `limit` is the maximum number of entries, nil
  /// for the server's default. Throws `AddressError.tooLong`.
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
