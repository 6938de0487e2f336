package import Base
import HTTP

protocol FeedRoute: Sendable {
  var name: String { get }

  mutating func first() throws(CatalogError) -> FeedRequest

  mutating func next(after page: FeedPage) -> FeedContinuation

  /// In display order.
  func photos(of page: FeedPage) -> [Photo]

  /// On a thread that may block; `origin` is the address after redirects. Errors of single entries
  /// are part of the page.
  func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage

  /// The listed folder as a path prefix; nil if there is none or it is listed recursively.
  var folder: ByteString? { get }

  /// The number of photos on all pages; nil if it is not known in advance.
  var totalCount: Int? { get }

  func problem(_ error: CatalogError) -> String

  /// Whether to continue after this error, which is shown anyway.
  func mayContinue(_ error: CatalogError) -> Bool
}

extension FeedRoute {
  func photos(of page: FeedPage) -> [Photo] { page.entries.map(Photo.init) }

  var folder: ByteString? { nil }

  var totalCount: Int? { nil }

  func problem(_ error: CatalogError) -> String { "\(error)" }

  /// Without a document its successor is not known.
  func mayContinue(_ error: CatalogError) -> Bool { false }

  func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage {
    try FeedReader(origin: origin, contentType: contentType).read(document)
  }
}

struct FeedRequest: Sendable {
  let location: FeedLocation
  var query: HTTPRequestBody?
  /// Accept cached responses since this time, in seconds since 1970 UTC; nil uses HTTP freshness.
  var keptSince: Int?
  var mayReachPrivateNetworks = true
  var mayBePicture = false
  var isKept = true
}

extension FeedRequest {
  init(_ address: WebURL, query: HTTPRequestBody? = nil) {
    self.init(location: .address(address), query: query)
  }

  /// A page of a listing that the caller caches itself.
  init(listedAt address: WebURL) {
    self.init(location: .address(address), isKept: false)
  }
}

enum FeedContinuation: Sendable {
  case request(FeedRequest)
  case end
  case stop(String, isFailure: Bool = false)

  static let loop = stop("the feed repeats a page; stopped here")
}

package enum FeedLocation: Hashable, Sendable, CustomStringConvertible {
  case address(WebURL)
  case file(ByteString)

  /// Without passwords; not sanitized.
  package var description: String {
    switch self {
    case .address(let address): "\(address)"
    case .file(let path): path.lossyText
    }
  }
}

struct PagedRoute: FeedRoute {
  let location: FeedLocation
  var mapping = JSONMapping()
  var paging: FeedPaging?

  var name: String { "\(location)" }

  mutating func first() -> FeedRequest {
    if case .address(let address) = location { paging = FeedPaging(first: address) }
    return FeedRequest(location: location, mayBePicture: true)
  }

  mutating func next(after page: FeedPage) -> FeedContinuation {
    if paging == nil { paging = page.next.map { _ in FeedPaging() } }
    switch paging?.next(after: page, headers: page.links, from: page.origin ?? .file) {
    case .page(let address):
      return .request(
        FeedRequest(
          location: .address(address), mayReachPrivateNetworks: page.mayReachPrivateNetworks))
    case .loop: return .loop
    case .end, nil: return .end
    }
  }

  func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage {
    try FeedReader(origin: origin, mapping: mapping, contentType: contentType).read(document)
  }

  func photos(of page: FeedPage) -> [Photo] {
    page.entries.map { entry in
      var photo = entry
      photo.mayReachPrivateNetworks = page.mayReachPrivateNetworks
      return Photo(photo)
    }
  }
}
