package import Base
package import HTTP

/// NASA's pictures of the day: `apod://` lists the last days, `apod://2024-02-29` those since a
/// day.
package struct ApodProvider: CatalogProvider {
  /// About a screenful of days.
  package static let usualCount = 24

  private let apiKey: String

  package init(apiKey: String) {
    self.apiKey = apiKey
  }

  package var scheme: String { "apod" }

  /// The pictures, newest first.
  package func catalog(
    of address: ByteString, isPaged: Bool, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog {
    let text = String(decoding: address.bytes.dropFirst("apod://".utf8.count), as: UTF8.self)
    let date = CivilDate(text)
    guard text.isEmpty || date != nil else {
      throw .provider("not a date; write apod:// or apod://2024-02-29")
    }
    guard let endpoint = try? WebURL(ApodRequest.officialEndpoint.utf8) else {
      throw .feed(.address(.badHost))
    }
    let request = ApodRequest(
      endpoint: endpoint, apiKey: apiKey,
      range: date.map { .since($0) } ?? .last(Self.usualCount))
    return Self.catalog(of: request, client: client, demand: demand)
  }

  package static func catalog(
    of request: ApodRequest, client: HTTPClient, demand: CatalogDemand
  ) -> FeedCatalog {
    FeedCatalog(ApodRoute(request), client: client, demand: demand)
  }
}
