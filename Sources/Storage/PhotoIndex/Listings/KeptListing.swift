package import Base

/// The cached part of a listing of a server's objects: its pages by number, and where it resumes.
package struct KeptListing: Hashable, Sendable {
  /// A page, as far as it is known without being read.
  package struct Page: Hashable, Sendable {
    /// How many objects it has.
    package let count: Int
    /// Follows from all that is kept of its objects: pages of the same are the same.
    package let digest: UInt64
  }

  /// Which of the listings of a source it is.
  package enum Stage: Int64, Sendable {
    /// The one that is shown.
    case shown
    /// One that takes its place as soon as it has come as far.
    case renewal
  }

  /// What tells it from all others that there have ever been.
  package let id: Int64
  /// For how long it has been there, in seconds.
  package let age: Int
  /// Its pages, in their order.
  package internal(set) var pages: [Page] = []
  /// The names of the folders, in the order in which they came.
  package internal(set) var folders: [ByteString] = []
  /// The key after which the listing resumes; nil for the beginning.
  package internal(set) var last: ByteString?
  /// Whether it has come to the end of the list, so that what lies behind is new.
  package internal(set) var isWhole = false

  /// The listing with a part that has been added to it.
  /// - Parameters:
  ///   - part: The part.
  ///   - page: The page that it has become; nil where it has no objects.
  /// - Returns: What is known of it then.
  package func adding(_ part: ListingPart, as page: Page?) -> KeptListing {
    var listing = self
    if let page { listing.pages.append(page) }
    listing.folders += part.folders
    listing.last = part.last ?? last
    listing.isWhole = isWhole || part.isWhole
    return listing
  }
}

/// What is added to a listing at once.
package struct ListingPart: Sendable {
  /// The next objects, which become a page; none where there are only others.
  package var objects: [ListedObject] = []
  /// The next folders.
  package var folders: [ByteString] = []
  /// The key after which the listing resumes from there; nil if it has not changed.
  package var last: ByteString?
  /// Whether this is the end of the list.
  package var isWhole = false

  /// Nothing.
  package init() {}
}

/// What came of adding to a listing.
package enum ListingAddition: Hashable, Sendable {
  /// It is kept; carries the new page, if it became one.
  case kept(KeptListing.Page?)
  /// The listing is another one by now: another program has added to it or replaced it, or it has been
  /// removed.
  case changed
  /// The index takes no more.
  case full
}
