package import Base

/// The cached part of a listing of a server's objects.
package struct KeptListing: Hashable, Sendable {
  package struct Page: Hashable, Sendable {
    package let count: Int
    package let digest: UInt64
  }

  package enum Stage: Int64, Sendable {
    case shown
    /// Replaces the shown listing when it has reached its end.
    case renewal
  }

  /// Never reused.
  package let id: Int64
  /// In seconds.
  package let age: Int
  package internal(set) var pages: [Page] = []
  package internal(set) var folders: [ByteString] = []
  /// The key after which the listing resumes; nil for the beginning.
  package internal(set) var last: ByteString?
  /// Whether it has reached the end of the list.
  package internal(set) var isWhole = false

  /// Adds a part that was stored as `page`; nil if the part has no objects.
  package mutating func add(_ part: ListingPart, as page: Page?) {
    if let page { pages.append(page) }
    folders += part.folders
    last = part.last ?? last
    isWhole = isWhole || part.isWhole
  }
}

/// A part that is added to a listing at once.
package struct ListingPart: Sendable {
  package var objects: [ListedObject] = []
  package var folders: [ByteString] = []
  /// The key after which the listing resumes from there; nil if it has not changed.
  package var last: ByteString?
  package var isWhole = false

  package init() {}
}

package enum ListingAddition: Hashable, Sendable {
  /// The part was stored; nil if it has no objects.
  case kept(KeptListing.Page?)
  /// Another process has added to the listing, replaced or removed it.
  case changed
  case full
}

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
    (self.key, self.byteCount, self.modified) = (key, byteCount, modified)
    self.entityTag = entityTag
  }
}
