package import Base

package struct EntryPage: Hashable, Sendable {
  package let key: ByteString
  /// 0...`maxPhotos`; the server's claim until the page has been read.
  package let count: Int
  /// The month in which all its photos were taken; nil if they have no month in common.
  package let month: Month?

  package struct Month: Hashable, Sendable {
    package let year: Int
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
  var name: String { get }

  /// In order; the count may differ from `page.count`. Callable concurrently from any task.
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
  case latestTaken
}

package protocol PageListing: EntryPaging {
  var order: ListedOrder { get }

  func pages() async throws(CatalogError) -> [EntryPage]
}

extension RereadPhotos {
  /// A catalog whose pages are known before any is read, with exact counts and months.
  package init(pagesOf listing: some PageListing, demand: CatalogDemand) {
    self.init(
      demand: demand,
      awaiting: { previous in
        var snapshot = CatalogSnapshot()
        snapshot.paged = previous.paged
        do throws(CatalogError) {
          let pages = try await listing.pages()
          snapshot.paged =
            if let known = previous.paged {
              try await .renewing(known, by: pages, countsSuffice: false, from: listing)
            } else {
              PagedEntries(pages, order: listing.order, from: listing)
            }
        } catch {
          snapshot.notices = [listing.notice(of: error)]
        }
        return snapshot
      })
  }
}
