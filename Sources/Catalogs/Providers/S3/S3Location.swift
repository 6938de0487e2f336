import Addresses
import Values

/// Where a bucket is asked for, and how addresses there are written.
///
/// libcurl signs an address as it is written, and compares nothing with the canonical form ("Create a
/// canonical request", AWS Signature Version 4): so the query is sorted by name here, and all but letters,
/// digits, `-`, `.`, `_`, `~`, and the slashes of a key, are percent-encoded in capitals.
struct S3Location: Hashable, Sendable {
  let bucket: String
  /// The address that those of all objects begin with, without a slash at its end.
  let base: String
  /// The same as an address, which is read once.
  private let root: WebURL?

  /// A bucket at Amazon.
  init(amazonRegion region: String, bucket: String) {
    let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
    self.init(bucket, at: "https://s3.\(region).\(domain)/\(bucket)")
  }

  /// A bucket of another server, below the path of its address.
  init(endpoint: WebURL, bucket: String) {
    let text = endpoint.publicText.prefix { $0 != "?" }
    self.init(bucket, at: (text.hasSuffix("/") ? text.dropLast() : text) + "/\(bucket)")
  }

  private init(_ bucket: String, at base: String) {
    (self.bucket, self.base) = (bucket, base)
    root = try? WebURL(base.utf8)
  }

  /// The address of an object.
  /// - Throws: `AddressError`; `.relative` where a server would take the key for another one, since `.` or
  ///   `..` stands between its slashes.
  func object(_ key: [UInt8]) throws(AddressError) -> WebURL {
    guard let root else { throw .badHost }
    return try root.below(key)
  }

  /// The address of a page of the list of all objects whose keys begin in some way.
  /// - Parameters:
  ///   - prefix: How they begin.
  ///   - isWhole: Whether those with further slashes are listed as well, and not only what stands before these.
  ///   - token: What the page before says of this one; nil for the first.
  ///   - key: The key behind which it begins; nil for the beginning.
  ///   - limit: How many entries it has at most; nil for as many as the server gives.
  /// - Returns: The address.
  /// - Throws: `AddressError.tooLong`.
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
