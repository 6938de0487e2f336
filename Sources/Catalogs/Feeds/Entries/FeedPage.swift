package import Base

package struct FeedPage: Hashable, Sendable {
  package var entries: [WebPhoto] = []
  package var faults = FaultyEntries()
  package var next: WebURL?
  /// The continuation token for the next page, if the server uses one instead of an address.
  package var cursor: String?
  /// The major and minor version of the server, if the page was its answer to that question.
  var version: [Int]?
  /// Documents listed as its parts, in order: folders in a folder, months of a timeline.
  package var parts: [WebURL] = []
  /// Names of subfolders; untrusted bytes without slashes.
  package var folders: [ByteString] = []
  package var last: ByteString?
  package var totalCount: Int?
  /// Where it was loaded from, after redirects; nil until the loader sets it.
  var origin: FeedOrigin?
  /// The values of the response's `Link` headers.
  var links: [[UInt8]] = []

  /// Whether its addresses may be in a private network.
  var mayReachPrivateNetworks: Bool {
    guard let origin else { return false }
    return origin.address?.isPrivateAddress ?? true
  }
}

extension FeedPage {
  package init<Item>(
    _ items: some Sequence<Item>, next: WebURL?,
    entries: (Item) throws(FeedEntryError) -> [WebPhoto]
  ) {
    self.next = next
    for item in items {
      do throws(FeedEntryError) {
        self.entries += try entries(item)
      } catch {
        faults.add(error)
      }
    }
  }
}

package struct FaultyEntries: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var first: [FeedEntryError] = []

  mutating func add(_ fault: FeedEntryError) {
    count += 1
    if first.count < 5 { first.append(fault) }
  }
}

package struct FeedEntryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Path in the document such as `photos[3].urls.regular`, or a line.
  package let place: String
  package let error: FeedError

  package var description: String { "\(place): \(error)" }
}

extension FeedEntryError {
  init(line: Int, _ error: FeedError) {
    self.init(place: "line \(line)", error: error)
  }
}

/// Where a document came from: the base of its relative addresses, and which hosts they may name.
package struct FeedOrigin: Hashable, Sendable {
  package let address: WebURL?
  private var base: WebURL?

  /// A local file or standard input: its addresses must be absolute, and may name any host.
  package static let file = FeedOrigin(address: nil)

  package init(address: WebURL?) {
    (self.address, base) = (address, address)
  }

  /// With the base URL of a part of the document; invalid and forbidden references are ignored.
  func based(at reference: [UInt8]?) -> FeedOrigin {
    var origin = self
    if let base = reference.flatMap({ try? resolve($0) }) { origin.base = base }
    return origin
  }

  /// Throws `FeedError.privateAddress` if a public document names a private address.
  package func resolve(_ reference: some Collection<UInt8>) throws(FeedError) -> WebURL {
    let target = try rethrowing(as: FeedError.address) { () throws(AddressError) in
      if let base { try base.resolving(reference) } else { try WebURL(reference) }
    }
    guard address?.isPrivateAddress == false, target.isPrivateAddress else { return target }
    throw .privateAddress
  }
}
