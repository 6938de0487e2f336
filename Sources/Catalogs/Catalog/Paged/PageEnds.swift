import Base
import Storage
import Synchronization

/// The last key of each page of a cached listing, read from the index once.
final class PageEnds: Sendable {
  private let index: PhotoIndex
  private let listing: Int64
  private let keys = Mutex<[Int: ByteString]>([:])

  init(of listing: Int64, in index: PhotoIndex) {
    self.index = index
    self.listing = listing
  }

  /// Nil if the page cannot be read.
  func end(of page: Int) async -> ByteString? {
    if let key = keys.withLock({ $0[page] }) { return key }
    let key = await index.objects(on: page, of: listing)?.last?.key
    keys.withLock { $0[page] = key }
    return key
  }

  /// Binary search: the first page whose last key satisfies the predicate, or `count`.
  ///
  /// The predicate must be monotonic. A page that cannot be read counts as not satisfying it.
  func firstPage(of count: Int, where holds: (ByteString) -> Bool) async -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if let end = await end(of: middle), holds(end) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
