import Base
import HTTP
import Storage

/// Pages of a bucket's listing.
///
/// Keys are in byte order, and the API has no other: any other sort order needs all pages.
struct S3Route: FeedRoute {
  private let listing: S3Listing
  private let isAnonymous: Bool
  private var asked: Set<WebURL> = []
  private var ends: Set<ByteString> = []

  /// `isAnonymous` is whether requests are unsigned.
  init(_ listing: S3Listing, isAnonymous: Bool) {
    self.listing = listing
    self.isAnonymous = isAnonymous
  }

  var isList: Bool { listing.isList }

  var name: String { listing.address.place(of: listing.address.prefix).lossyText }

  var folder: ByteString? { listing.folder }

  mutating func first() throws(CatalogError) -> FeedQuestion {
    do throws(AddressError) {
      let address = try listing.page(after: nil)
      asked.insert(address)
      return FeedQuestion(place: .address(address))
    } catch {
      throw .feed(.address(error))
    }
  }

  mutating func next(after page: LoadedPage) -> FeedStep {
    guard let next = page.page.next else { return .end }
    // A server may send the same page forever, each time with a new token.
    if let end = page.page.last, !ends.insert(end).inserted { return .loop }
    return asked.insert(next).inserted ? .question(FeedQuestion(place: .address(next))) : .loop
  }

  func page(
    in document: [UInt8], from origin: FeedOrigin, contentType: String?
  ) throws(FeedError) -> FeedPage {
    try listing.page(in: document)
  }

  func photos(of page: LoadedPage) -> [Photo] { ServedPhoto.photos(of: page) }

  func problem(_ error: CatalogError) -> String {
    switch error {
    case .network(.status(403)) where isAnonymous:
      "\(error): no key was found in AWS_ACCESS_KEY_ID or ~/.aws/credentials"
    case .network(.status(403)):
      "\(error): check the key, its permission to list, and this machine's clock"
    case .network(.status(404)): "no such bucket (404)"
    default: "\(error)"
    }
  }
}

/// A cached listing resumes after its last key, since continuation tokens expire.
extension S3Route: ListedRoute {
  var source: ByteString { listing.source }

  func question(after key: ByteString?) throws(CatalogError) -> FeedQuestion {
    do throws(AddressError) {
      return FeedQuestion(listedAt: try listing.page(behind: key?.bytes))
    } catch {
      throw .feed(.address(error))
    }
  }

  func objects(of page: LoadedPage) -> [ListedObject] {
    page.page.entries.compactMap { $0.file.map(listing.object) }
  }

  func key(of photo: Photo) -> ByteString? { photo.onWeb?.file.map(listing.object)?.key }

  func photo(of object: ListedObject) -> Photo? {
    (try? listing.entry(of: object)).map(ServedPhoto.photo)
  }
}
