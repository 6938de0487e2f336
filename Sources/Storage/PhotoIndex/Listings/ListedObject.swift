package import Base

/// An object of a server's list, as the list tells of it.
package struct ListedObject: Hashable, Sendable {
  /// Where it stands in the list, whose order is that of the bytes of its keys.
  package let key: ByteString
  /// Its size in bytes; nil where the list does not say.
  package var byteCount: Int?
  /// When it was last written, in seconds since 1970 in UTC; nil where the list does not say.
  package var modified: Int?
  /// What the server calls this version of it, without quotes; nil where it does not.
  package var entityTag: String?

  /// Takes what the list says of an object.
  package init(
    key: ByteString, byteCount: Int? = nil, modified: Int? = nil, entityTag: String? = nil
  ) {
    self.key = key
    self.byteCount = byteCount
    self.modified = modified
    self.entityTag = entityTag
  }
}
