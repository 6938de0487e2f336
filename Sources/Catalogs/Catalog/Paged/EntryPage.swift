package import Feeds
package import Values

/// A page of a catalog that is not held whole: photos that follow one another and are read together.
package struct EntryPage: Hashable, Sendable {
  /// What tells it from the other pages of its catalog, however many photos it has.
  package let key: ByteString
  /// How many photos it has.
  package let count: Int
  /// The first day of the month in which all of them were taken; nil where they are of none in particular.
  package let month: CivilDate?

  /// Describes a page.
  package init(key: ByteString, count: Int, month: CivilDate? = nil) {
    self.key = key
    self.count = count
    self.month = month
  }
}

/// Reads the photos of a catalog page by page.
package protocol EntryPaging: Sendable {
  /// Reads a page; callable from any task, and of several at once.
  /// - Returns: Its photos in their order, which may have become more or fewer than its count says.
  /// - Throws: Why they cannot be had.
  func photos(on page: EntryPage) async throws(CatalogError) -> [Photo]
}

/// In which order a catalog has its photos that are read page by page.
package enum ListedOrder: Hashable, Sendable {
  /// In one of its own.
  case own
  /// By the time at which they were taken, the latest first.
  case latestTaken
}
