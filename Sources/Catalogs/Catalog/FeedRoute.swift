import Feeds

/// The way through the documents of a feed, from the newest photos to the oldest.
protocol FeedRoute: Sendable {
  /// What the feed is called in messages; not sanitised.
  var name: String { get }

  /// Finds what to ask first.
  /// - Throws: Why there is nothing to ask.
  mutating func first() throws(CatalogError) -> FeedQuestion

  /// Finds what to ask after a page.
  mutating func next(after page: LoadedPage) -> FeedStep

  /// The photos of a page, in the order they are shown.
  func photos(of page: LoadedPage) -> [Photo]

  /// What to say where a document did not come.
  func problem(_ error: CatalogError) -> String
}

extension FeedRoute {
  /// The error itself.
  func problem(_ error: CatalogError) -> String { "\(error)" }
}
