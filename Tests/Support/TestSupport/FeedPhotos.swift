package import Catalogs

extension FeedForms {
  package static let shipped = FeedForms(installed: [
    #filePath.dropLast("Tests/Support/TestSupport/FeedPhotos.swift".count) + "Assets/feeds.toml"
  ])
}

extension WebPhoto {
  /// The photo with another lifetime, allowed to be in a private network or not.
  package func lasting(
    _ lifetime: PhotoLifetime, mayReachPrivateNetworks: Bool = true
  ) -> WebPhoto {
    var photo = self
    photo.lifetime = lifetime
    photo.mayReachPrivateNetworks = mayReachPrivateNetworks
    return photo
  }
}

extension [Photo] {
  /// The photos of a JSON feed; empty if it is invalid.
  package init(feed json: String, lifetime: PhotoLifetime = .asServed) {
    let page = try? FeedReader(origin: .file, mapping: JSONMapping(forms: .shipped)).read(
      [UInt8](json.utf8))
    self = (page?.entries ?? []).map {
      Photo($0.lasting(lifetime))
    }
  }
}
