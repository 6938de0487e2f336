import Feeds

/// The way through a feed whose pages name the next one.
struct PagedRoute: FeedRoute {
  private let place: FeedPlace
  private var paging: FeedPaging?

  /// Begins at a document.
  init(_ place: FeedPlace) {
    self.place = place
  }

  var name: String { "\(place)" }

  mutating func first() -> FeedQuestion {
    if case .address(let address) = place { paging = FeedPaging(first: address) }
    return FeedQuestion(place: place, mayBePicture: true)
  }

  mutating func next(after page: LoadedPage) -> FeedStep {
    if paging == nil { paging = page.page.next.map { _ in FeedPaging() } }
    switch paging?.next(after: page.page, headers: page.links, from: page.origin) {
    case .page(let address):
      return .question(
        FeedQuestion(
          place: .address(address), mayReachPrivateNetworks: page.mayReachPrivateNetworks))
    case .loop: return .loop
    case .end, nil: return .end
    }
  }

  func photos(of page: LoadedPage) -> [Photo] {
    page.page.entries.map { entry in
      Photo(WebPhoto(entry, mayReachPrivateNetworks: page.mayReachPrivateNetworks))
    }
  }
}
