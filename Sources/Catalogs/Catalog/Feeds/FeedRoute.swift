package import Addresses
package import Feeds
package import HTTP
package import Values

/// The way through the documents of a feed, from the newest photos to the oldest.
package protocol FeedRoute: Sendable {
  /// What the feed is called in messages; not sanitised.
  var name: String { get }

  /// Finds what to ask first.
  /// - Throws: Why there is nothing to ask.
  mutating func first() throws(CatalogError) -> FeedQuestion

  /// Finds what to ask after a page.
  mutating func next(after page: LoadedPage) -> FeedStep

  /// The photos of a page, in the order they are shown.
  func photos(of page: LoadedPage) -> [Photo]

  /// Reads a document; for a thread that may take its time.
  /// - Parameters:
  ///   - document: The bytes that came.
  ///   - origin: Where they came from in the end.
  ///   - contentType: What the server says that they are; nil where it does not, or there is none.
  /// - Returns: What the document says.
  /// - Throws: Why it cannot be read; faults of single entries are in the page instead.
  func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage

  /// The folder that its pages are about, as the beginning of the places in it; nil where it is none, or where those
  /// inside are read as well.
  var folder: ByteString? { get }

  /// How many photos all pages have; nil where nobody says so before they have come.
  var totalCount: Int? { get }

  /// What to say where a document did not come.
  func problem(_ error: CatalogError) -> String

  /// Whether to go on without a document that did not come, which is said all the same.
  func passesOver(_ error: CatalogError, at question: FeedQuestion) -> Bool
}

extension FeedRoute {
  /// Nil.
  package var folder: ByteString? { nil }

  /// Nil.
  package var totalCount: Int? { nil }

  /// The error itself.
  package func problem(_ error: CatalogError) -> String { "\(error)" }

  /// Never: what follows is not known without it.
  package func passesOver(_ error: CatalogError, at question: FeedQuestion) -> Bool { false }

  /// A feed of any kind.
  package func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage {
    try FeedReader(origin: origin, contentType: contentType).read(document)
  }
}

/// What is asked to get a document of a feed.
package struct FeedQuestion: Sendable {
  /// Where it is.
  package let place: FeedPlace
  /// What is asked there; nil for what is there.
  package var query: HTTPQuestion?
  /// Since when a kept document counts, in seconds since 1970 in UTC; nil where it says that itself.
  package var keptSince: Int?
  /// Whether an address in a private network may be asked.
  package var mayReachPrivateNetworks: Bool
  /// Whether a picture may be in the document's place.
  var mayBePicture = false
  /// Whether the document is kept beside other responses, and a kept one counts.
  var isKept = true

  /// Asks for a document, of which a kept one counts as long as it says itself unless a moment is given.
  package init(
    place: FeedPlace, query: HTTPQuestion? = nil, keptSince: Int? = nil,
    mayReachPrivateNetworks: Bool = true
  ) {
    self.place = place
    self.query = query
    self.keptSince = keptSince
    self.mayReachPrivateNetworks = mayReachPrivateNetworks
  }

  /// Asks for a page of a list that whoever asks keeps in another way.
  package init(listedAt address: WebURL) {
    self.init(place: .address(address))
    isKept = false
  }
}

/// How the way through a feed goes on.
package enum FeedStep: Sendable {
  /// With this question.
  case question(FeedQuestion)
  /// Not at all.
  case end
  /// Not at all: the feed leads back to what was read already.
  case loop
  /// Not at all, and this is to be said of it: why there is no more, or why there is nothing.
  case stop(String, isFailure: Bool = false)
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
package struct LoadedPage: Sendable {
  /// What the document says.
  package let page: FeedPage
  /// Where it came from in the end.
  package let origin: FeedOrigin
  /// The values of the `Link` lines of the answer that brought it.
  let links: [[UInt8]]

  /// Takes a page that came without links.
  package init(page: FeedPage, origin: FeedOrigin, links: [[UInt8]] = []) {
    self.page = page
    self.origin = origin
    self.links = links
  }

  /// The page in the place of one that was passed over.
  static let nothing = LoadedPage(page: FeedPage(), origin: .file)

  /// Whether its addresses may lead into a private network.
  package var mayReachPrivateNetworks: Bool { origin.address?.isPrivateAddress ?? true }
}

/// The way through a feed whose pages name the next one.
struct PagedRoute: FeedRoute {
  private let place: FeedPlace
  private let mapping: JSONMapping
  private var paging: FeedPaging?

  /// Begins at a document, whose photos are where JSON says it, if somebody said it.
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
