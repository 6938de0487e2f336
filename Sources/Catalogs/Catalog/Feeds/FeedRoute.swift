package import Addresses
import Feeds
package import Values

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

/// How the way through a feed goes on.
enum FeedStep {
  /// With this question.
  case question(FeedQuestion)
  /// Not at all.
  case end
  /// Not at all: the feed leads back to what was read already.
  case loop
}

/// Where the document of a feed is.
package enum FeedPlace: Hashable, Sendable {
  /// On the web.
  case address(WebURL)
  /// In a file: the path.
  case file(ByteString)
}

extension FeedPlace: CustomStringConvertible {
  /// What the document is called in a message: an address without passwords; not sanitised.
  package var description: String {
    switch self {
    case .address(let address): "\(address)"
    case .file(let path): path.lossyText
    }
  }
}

/// What was found where a feed was looked for.
enum FeedDocument {
  /// A picture: the address is no feed's at all.
  case picture
  /// A page of a feed.
  case page(LoadedPage)
}

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
