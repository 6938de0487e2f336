import Addresses
import Catalog
import Feeds
import HTTP
import Values

/// The timeline of an Immich server by its months, the newest first: two questions tell how many photos each has, and
/// one more brings those of any of them.
struct ImmichTimeline: PageListing {
  private let answers: ImmichAnswers
  private let loader: FeedLoader

  /// Takes whom to ask.
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
    _ = try await loader.load(version) { [answers] document in
      Result { () throws(FeedError) in try answers.version(in: document) }
    }
    return try await loader.load(months) { [answers] document in
      Result { () throws(FeedError) in try answers.pages(in: document) }
    }
  }

  func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
    guard let month = answers.month(page.key) else { throw .feed(.address(.tooLong)) }
    return try await loader.load(month) { [answers] document in
      Result { () throws(FeedError) in
        try answers.month(in: document).entries.map {
          Photo(WebPhoto($0, mayReachPrivateNetworks: true))
        }
      }
    }
  }

  /// Only pages are told of, which no answer comes before but the version.
  func problem(_ error: CatalogError) -> String { answers.problem(error, isFirst: true) }
}
