import Feeds

/// What was found where a feed was looked for.
enum FeedDocument {
  /// A picture: the address is no feed's at all.
  case picture
  /// A page of a feed.
  case page(LoadedPage)
}
