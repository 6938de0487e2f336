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
    let isWhole =
      prefix.isEmpty || prefix.last == UInt8(ascii: "/") || ServedPhoto.isPhoto(prefix)
    self.prefix = isWhole ? prefix : prefix + [UInt8(ascii: "/")]
  }

  package func place(of key: [UInt8]) -> ByteString {
    ByteString(root + key)
  }

  /// Accepts underscores and capitals, which Amazon no longer allows but others and old buckets
  /// have.
  private static func isBucket(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && name != "." && name != ".."
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
  }
}
