package import Base
package import HTTP

/// A protocol for paging through a feed: requests, parsing and conversion to photos.
package protocol FeedRoute: Sendable {
  /// The feed's name in messages; not sanitized.
  var name: String { get }

  mutating func first() throws(CatalogError) -> FeedQuestion

  mutating func next(after page: LoadedPage) -> FeedStep

  /// In display order.
  func photos(of page: LoadedPage) -> [Photo]

  /// Parses a document, on a thread that may block; `origin` is the address after redirects.
  ///
  /// Errors of single entries are part of the page.
  func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage

  /// The folder that is listed, as a path prefix; nil if there is none, or if it is listed
  /// recursively.
  var folder: ByteString? { get }

  /// The number of photos on all pages; nil if it is not known in advance.
  var totalCount: Int? { get }

  /// Text for the user about a document that failed to load.
  func problem(_ error: CatalogError) -> String

  /// Whether to continue after a document that failed to load; the error is shown anyway.
  func passesOver(_ error: CatalogError, at question: FeedQuestion) -> Bool
}

extension FeedRoute {
  package var folder: ByteString? { nil }

  package var totalCount: Int? { nil }

  package func problem(_ error: CatalogError) -> String { "\(error)" }

  /// Without a document its successor is not known.
  package func passesOver(_ error: CatalogError, at question: FeedQuestion) -> Bool { false }

  package func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage {
    try FeedReader(origin: origin, contentType: contentType).read(document)
  }
}

/// A request for a document of a feed.
package struct FeedQuestion: Sendable {
  package let place: FeedPlace
  /// Method and body; nil for a plain GET.
  package var query: HTTPQuestion?
  /// Accept cached responses since this time, in seconds since 1970 UTC; nil uses HTTP freshness.
  package var keptSince: Int?
  package var mayReachPrivateNetworks: Bool
  var mayBePicture = false
  /// Whether the response cache is used.
  var isKept = true

  package init(
    place: FeedPlace, query: HTTPQuestion? = nil, keptSince: Int? = nil,
    mayReachPrivateNetworks: Bool = true
  ) {
    self.place = place
    self.query = query
    self.keptSince = keptSince
    self.mayReachPrivateNetworks = mayReachPrivateNetworks
  }

  /// A page of a listing that the caller caches itself.
  package init(listedAt address: WebURL) {
    self.init(place: .address(address))
    isKept = false
  }
}

package enum FeedStep: Sendable {
  case question(FeedQuestion)
  case end
  /// Stop: the next page was read before.
  case loop
  case stop(String, isFailure: Bool = false)
}

package enum FeedPlace: Hashable, Sendable {
  case address(WebURL)
  case file(ByteString)
}

extension FeedPlace: CustomStringConvertible {
  /// The name in messages, without passwords; not sanitized.
  package var description: String {
    switch self {
    case .address(let address): "\(address)"
    case .file(let path): path.lossyText
    }
  }
}

enum FeedDocument {
  case picture
  case page(LoadedPage)
}

package struct LoadedPage: Sendable {
  package let page: FeedPage
  /// The address after redirects.
  package let origin: FeedOrigin
  let links: [[UInt8]]

  package init(page: FeedPage, origin: FeedOrigin, links: [[UInt8]] = []) {
    self.page = page
    self.origin = origin
    self.links = links
  }

  /// Replaces a page that was skipped.
  static let nothing = LoadedPage(page: FeedPage(), origin: .file)

  /// Whether its addresses may be in a private network.
  package var mayReachPrivateNetworks: Bool { origin.address?.isPrivateAddress ?? true }
}

/// A feed whose pages name the next one.
struct PagedRoute: FeedRoute {
  private let place: FeedPlace
  private let mapping: JSONMapping
  private var paging: FeedPaging?

  init(_ place: FeedPlace, mapping: JSONMapping = JSONMapping()) {
    self.place = place
    self.mapping = mapping
  }

  var name: String { "\(place)" }

  mutating func first() -> FeedQuestion {
    if case .address(let address) = place { paging = FeedPaging(first: address) }
    var question = FeedQuestion(place: place)
    question.mayBePicture = true
    return question
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

  func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage {
    try FeedReader(origin: origin, mapping: mapping, contentType: contentType).read(document)
  }

  func photos(of page: LoadedPage) -> [Photo] {
    page.page.entries.map { entry in
      Photo(WebPhoto(entry, mayReachPrivateNetworks: page.mayReachPrivateNetworks))
    }
  }
}
