import Base
import HTTP

/// The timeline of an Immich server as pages, one per month, newest first.
///
/// Two requests return the counts of all months, and one more the photos of a month.
struct ImmichTimeline: PageListing {
  private let answers: ImmichAnswers
  private let loader: FeedLoader

  init(_ address: ImmichAddress, client: HTTPClient) {
    answers = ImmichAnswers(address: address)
    loader = FeedLoader(client: client)
  }

  var name: String { answers.address.name }

  var order: ListedOrder { .latestTaken }

  func pages() async throws(CatalogError) -> [EntryPage] {
    guard let version = answers.version, let months = answers.months else {
      throw .feed(.address(.tooLong))
    }
    _ = try await loader.load(version, answers.version(in:))
    return try await loader.load(months, answers.pages(in:))
  }

  func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
    guard let month = answers.month(page.key) else { throw .feed(.address(.tooLong)) }
    return try await loader.load(month, answers.month(in:)).entries.map(Photo.init)
  }

  /// Used only for the list of pages, which is preceded only by the version.
  func problem(_ error: CatalogError) -> String { answers.problem(error, isFirst: true) }
}
