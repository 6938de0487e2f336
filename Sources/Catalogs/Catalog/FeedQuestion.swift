import Feeds

/// What is asked to get a document of a feed.
struct FeedQuestion {
  /// Where it is.
  let place: FeedPlace
  /// Since when a kept document counts, in seconds since 1970 in UTC; nil where it says that itself.
  var keptSince: Int?
  /// Whether an address in a private network may be asked.
  var mayReachPrivateNetworks = true
  /// Whether a picture may be in the document's place.
  var mayBePicture = false
}
