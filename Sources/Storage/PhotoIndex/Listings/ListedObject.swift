package import Base

/// An object of a server's list.
package struct ListedObject: Hashable, Sendable {
  /// Lists are in byte order of their keys.
  package let key: ByteString
  /// In bytes; nil if not stated.
  package var byteCount: Int?
  /// In seconds since 1970 UTC; nil if not stated.
  package var modified: Int?
  /// Without quotes; nil if not stated.
  package var entityTag: String?

  package init(
    key: ByteString, byteCount: Int? = nil, modified: Int? = nil, entityTag: String? = nil
  ) {
    self.key = key
    self.byteCount = byteCount
    self.modified = modified
    self.entityTag = entityTag
  }
}
