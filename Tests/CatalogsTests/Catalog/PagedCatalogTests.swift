import Base
import CatalogStage
import Catalogs
import Synchronization
import TestSupport
import Testing

/// A catalog whose pages are known before they are read.
@Suite("A paged catalog", .timeLimit(.minutes(30)))
struct PagedCatalogTests {
  /// Listings whose results a test sets.
  private final class Listings: PageListing, Sendable {
    private let results: Mutex<[Result<[EntryPage], CatalogError>]>

    init(_ results: [Result<[EntryPage], CatalogError>]) {
      self.results = Mutex(results)
    }

    var name: String { "server" }
    var order: ListedOrder { .latestTaken }

    func pages() async throws(CatalogError) -> [EntryPage] {
      try results.withLock { $0.removeFirst() }.get()
    }

    func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] { [] }
  }

  private static func page(_ key: String, _ count: Int) -> EntryPage {
    EntryPage(key: ByteString(key), count: count)
  }

  @Test func `the count is known before pages are read and updated on retry`() async throws {
    let demand = CatalogDemand(0)
    let listings = Listings([
      .success([Self.page("b", 3)]), .success([Self.page("c", 1), Self.page("b", 3)]),
    ])
    var followed = FollowedCatalog(RereadPhotos(pagesOf: listings, demand: demand))
    let first = try #require(await followed.next())
    #expect(first.count == 3 && first.entries.isEmpty && !first.hasMore)
    #expect(first.paged?.order == .latestTaken)
    demand.retry()
    let second = try #require(await followed.next())
    #expect(second.count == 4)
    #expect(second.paged?.id(at: 1) == first.paged?.id(at: 0))
  }

  @Test func `a failed listing gives a notice, keeps the known pages and can be retried`()
    async throws
  {
    let demand = CatalogDemand(0)
    let pages = [Self.page("a", 2)]
    let listings = Listings([
      .failure(.notFound), .success(pages), .failure(.accessDenied), .success([]),
    ])
    var followed = FollowedCatalog(RereadPhotos(pagesOf: listings, demand: demand))
    let first = try #require(await followed.next())
    #expect(first.count == 0)
    #expect(
      first.notices == [
        CatalogNotice(source: "server", problem: "no such file or folder", isFailure: true)
      ])
    demand.retry()
    #expect(await followed.next()?.notices == [])
    demand.retry()
    let third = try #require(await followed.next())
    #expect(third.count == 2 && third.notices.count == 1)
    demand.retry()
    #expect(await followed.next()?.count == 0)
  }
}
