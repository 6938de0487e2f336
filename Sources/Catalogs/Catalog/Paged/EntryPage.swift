package import Values

/// A page of a catalog that is not held whole: photos that follow one another and are read together.
package struct EntryPage: Hashable, Sendable {
  /// What tells it from the other pages of its catalog, however many photos it has.
  package let key: ByteString
  /// How many photos it has, from 0 to `mostPhotos`: what its server claims until the page has been read.
  package let count: Int
  /// The month in which all of them were taken; nil where they are of none in particular.
  package let month: Month?

  /// A month of a year.
  package struct Month: Hashable, Sendable {
    /// The year.
    package let year: Int
    /// From 1 to 12.
    package let number: Int

    /// Takes both.
    package init(year: Int, number: Int) {
      (self.year, self.number) = (year, number)
    }
  }

  /// The most photos of a page; a greater count is taken for this one.
  package static let mostPhotos = 10_000_000

  /// Describes a page; its count is clamped.
  package init(key: ByteString, count: Int, month: Month? = nil) {
    self.key = key
    self.count = min(max(0, count), Self.mostPhotos)
    self.month = month
  }
}

/// Reads the photos of a catalog page by page.
package protocol EntryPaging: Sendable {
  /// What the source is called in messages; not sanitised.
  var name: String { get }

  /// Reads a page; callable from any task, and of several at once.
  /// - Returns: Its photos in their order, which may have become more or fewer than its count says.
  /// - Throws: Why they cannot be had.
  func photos(on page: EntryPage) async throws(CatalogError) -> [Photo]

  /// The number of the page on which a photo stands, or would if it were there still; nil where only its page of before
  /// can tell.
  func page(of photo: Photo, among pages: [EntryPage]) async -> Int?

  /// What to say where they cannot be had.
  func problem(_ error: CatalogError) -> String
}

extension EntryPaging {
  /// None.
  package func page(of photo: Photo, among pages: [EntryPage]) async -> Int? { nil }

  /// The error itself.
  package func problem(_ error: CatalogError) -> String { "\(error)" }

  /// That they cannot be had, and why.
  package func notice(of error: CatalogError) -> CatalogNotice {
    CatalogNotice(source: name, problem: problem(error), isFailure: true)
  }
}

/// In which order a catalog has its photos that are read page by page.
package enum ListedOrder: Hashable, Sendable {
  /// In one of its own.
  case own
  /// By the time at which they were taken, the latest first.
  case latestTaken
}
