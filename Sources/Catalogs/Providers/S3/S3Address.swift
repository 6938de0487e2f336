package import Values

/// A place in a store of objects as a person writes it: `s3://bucket/prefix`.
package struct S3Address: Hashable, Sendable {
  /// Whose objects they are.
  package let bucket: String
  /// What their keys begin with: empty for all, else with a slash at its end, or the key of a photo; bytes,
  /// as they are.
  package let prefix: [UInt8]
  /// What the places of all objects begin with.
  private let root: [UInt8]

  /// Reads an address; nil where it names no bucket.
  ///
  /// A prefix is that of a folder, which need not end in a slash, unless it is a photo by its name.
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

  /// What a person calls an object of the bucket.
  package func place(of key: [UInt8]) -> ByteString {
    ByteString(root + key)
  }

  /// More than Amazon allows today, as others, and it itself of old, have underscores and capitals.
  private static func isBucket(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && name != "." && name != ".."
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
  }
}
