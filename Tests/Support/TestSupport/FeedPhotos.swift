package import Catalog
import Feeds

extension [Photo] {
  /// The photos of a feed in JSON; none where it cannot be read.
  package init(feed json: String, lifetime: PhotoLifetime = .asServed) {
    let page = try? FeedReader(origin: .file).read([UInt8](json.utf8))
    self = (page?.entries ?? []).map {
      Photo(WebPhoto($0, mayReachPrivateNetworks: true, lifetime: lifetime))
    }
  }
}
