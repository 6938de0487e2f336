package import Base

/// A photo that is a file on a server, from its listing.
package struct ServedFile: Hashable, Sendable {
  /// The name on the command line, such as `s3://bucket/2024/a.jpg`; untrusted bytes.
  package let place: ByteString
  /// The last component of `place`, unless the server states another; untrusted bytes.
  package let name: ByteString
  /// Size in bytes; nil if not stated or negative.
  package var byteCount: Int? {
    didSet { if let byteCount, byteCount < 0 { self.byteCount = nil } }
  }
  /// Modification time in seconds since 1970 UTC.
  package var modified: Int?
  /// Version of the file, without quotes.
  package var entityTag: String?
  /// Whether `entityTag` is weak (RFC 9110 section 8.8.1).
  package var isTagWeak = false

  /// Capture time in seconds since 1970 of the camera's local time.
  package var taken: Int?

  /// `name` defaults to the last component of `place`.
  package init(place: ByteString, name: ByteString? = nil) {
    self.place = place
    let start = place.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    self.name = name ?? ByteString(place.bytes[start...])
  }
}
