import PhotoIndex
import Synchronization
import Values

/// The keys at which the pages of a kept listing end, each of which is read from the index once.
final class PageEnds: Sendable {
  private let index: PhotoIndex
  private let listing: Int64
  private let keys = Mutex<[Int: ByteString]>([:])

  /// Takes the listing, of which nothing has been read.
  init(of listing: Int64, in index: PhotoIndex) {
    self.index = index
    self.listing = listing
  }

  /// The last key of a page; nil where it cannot be read.
  func end(of page: Int) async -> ByteString? {
    if let key = keys.withLock({ $0[page] }) { return key }
    let key = await index.objects(on: page, of: listing)?.last?.key
    keys.withLock { $0[page] = key }
    return key
  }

  /// The first of so many pages of whose last key something holds, which then holds of all behind it.
  /// - Returns: Its number; their number where it holds of none. A page that cannot be read counts as one of which
  ///   it does not.
  func firstPage(of count: Int, where holds: (ByteString) -> Bool) async -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if let end = await end(of: middle), holds(end) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
