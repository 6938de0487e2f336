package import Values

/// A photo that is a file of a server's, as its listing says.
package struct ServedFile: Hashable, Sendable {
  /// What a person calls it, as on the command line: `s3://bucket/2024/a.jpg`; foreign bytes.
  package let place: ByteString
  /// What it is called beside others: the end of its place, unless its server has another name for it; foreign
  /// bytes.
  package let name: ByteString
  /// Its size in bytes; nil where the listing does not say, or says something below zero.
  package var byteCount: Int? {
    didSet { if let byteCount, byteCount < 0 { self.byteCount = nil } }
  }
  /// When it was last written, in seconds since 1970 in UTC; nil where the listing does not say.
  package var modified: Int?
  /// What the server calls this version of it, without quotes; nil where it does not.
  package var entityTag: String?
  /// Whether that names all versions that are as good as this one (RFC 9110, section 8.8.1), and not this one alone.
  package var isTagWeak = false

  /// When it was taken, by the clock of whoever took it: in seconds since the beginning of 1970, as if that clock
  /// knew of no time zones; nil where nobody says.
  package var taken: Int?

  /// Takes what it is called, and its name where that is not what stands behind the last slash.
  package init(place: ByteString, name: ByteString? = nil) {
    self.place = place
    let start = place.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    self.name = name ?? ByteString(place.bytes[start...])
  }
}
