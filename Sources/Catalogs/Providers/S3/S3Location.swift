import Base

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
