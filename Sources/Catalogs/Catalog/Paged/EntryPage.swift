package import Base

package struct EntryPage: Hashable, Sendable {
  package let key: ByteString
  /// 0...`maxPhotos`; the server's claim until the page has been read.
  package let count: Int
  /// The month in which all its photos were taken; nil if they have no month in common.
  package let month: Month?

  package struct Month: Hashable, Sendable {
    package let year: Int
    /// 1...12.
    package let number: Int

    package init(year: Int, number: Int) {
      (self.year, self.number) = (year, number)
    }
  }

  package static let maxPhotos = 10_000_000

  package init(key: ByteString, count: Int, month: Month? = nil) {
    self.key = key
    self.count = min(max(0, count), Self.maxPhotos)
    self.month = month
  }
}

package protocol EntryPaging: Sendable {
  /// Not sanitized.
  var name: String { get }

  /// In order; the number of photos may differ from `page.count`. May be called from any task,
  /// several calls at once.
  func photos(on page: EntryPage) async throws(CatalogError) -> [Photo]

  /// The index of the page where a photo is, or would be if it had not been deleted. Nil if the
  /// source cannot compute it without the photo's previous page.
  func page(of photo: Photo, among pages: [EntryPage]) async -> Int?

  func problem(_ error: CatalogError) -> String
}

extension EntryPaging {
  package func page(of photo: Photo, among pages: [EntryPage]) async -> Int? { nil }

  package func problem(_ error: CatalogError) -> String { "\(error)" }

  package func notice(of error: CatalogError) -> CatalogNotice {
    CatalogNotice(source: name, problem: problem(error), isFailure: true)
  }
}

package enum ListedOrder: Hashable, Sendable {
  case own
  /// By capture time, latest first.
  case latestTaken
}
