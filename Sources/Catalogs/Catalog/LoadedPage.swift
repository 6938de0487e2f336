import Addresses
import Feeds

/// A page of a feed, and what came with it.
struct LoadedPage {
  /// What the document says.
  let page: FeedPage
  /// Where it came from in the end.
  let origin: FeedOrigin
  /// The values of the `Link` lines of the answer that brought it.
  let links: [[UInt8]]

  /// Whether its addresses may lead into a private network.
  var mayReachPrivateNetworks: Bool { origin.address?.isPrivateAddress ?? true }
}
