package import Addresses

/// The way through the pages of one feed, which ends even where the feed itself does not.
package struct FeedPaging: Sendable {
  /// How the feed goes on.
  package enum Next: Hashable, Sendable {
    /// With the page at this address.
    case page(WebURL)
    /// Not at all.
    case end
    /// With a page that has been read already, so not at all.
    case loop
  }

  /// The greatest number of pages.
  package static let pageLimit = 10_000

  private var seen: Set<WebURL>

  /// Begins at a first page that is nowhere on the web.
  package init() {
    seen = []
  }

  /// Begins at the first page; a page that was asked for by one address and came from another has
  /// both.
  package init(first: WebURL) {
    seen = [first]
  }

  /// Finds the page after one that has been read.
  ///
  /// A page without entries is the last.
  /// - Parameters:
  ///   - page: The page.
  ///   - headers: The values of the `Link` lines of the answer that brought it.
  ///   - origin: Where it came from.
  /// - Returns: How the feed goes on; the address of a page is noted as asked for.
  package mutating func next(
    after page: FeedPage, headers: [[UInt8]] = [], from origin: FeedOrigin
  ) -> Next {
    if let address = origin.address { seen.insert(address) }
    guard !page.entries.isEmpty || page.faults.count > 0, seen.count < Self.pageLimit,
      let next = page.next ?? LinkHeader.next(in: headers, from: origin)
    else { return .end }
    return seen.insert(next).inserted ? .page(next) : .loop
  }
}
