import Base
import Storage
import Synchronization

/// A list that is read again from its beginning while its previous listing is shown.
///
/// Pages are cut where those of the previous listing end: an object inserted in between changes
/// only one page. Complete at the end of the list, or where the previous one ends.
struct ListingRenewal: Sendable {
  enum Outcome {
    case more
    case complete
    case refused
  }

  /// Minimum objects per page, except the last.
  private static let minCount = 256
  private static let maxCount = 2_000

  private let old: KeptListing
  private let source: ByteString
  private let index: PhotoIndex
  private let id: Int64
  private let ends: PageEnds
  private var pageCount: Int
  private var pending = ListingPart()
  /// Index of the page in the previous listing at whose end the next page is cut.
  private var boundary = 0
  private(set) var next: FeedRequest?
  private(set) var last: ByteString?

  /// Resumes a renewal that is at most `lifetime` seconds old. Nil if the index cannot store it.
  init?(
    of old: KeptListing, _ source: ByteString, in index: PhotoIndex, resumingWithin lifetime: Int
  ) async {
    var begun = old.age > lifetime ? await index.listing(source, .renewal) : nil
    if begun.map({ $0.age > lifetime }) ?? true {
      begun = await index.beginListing(source, .renewal)
    }
    guard let listing = begun else { return nil }
    (self.old, self.source, self.index) = (old, source, index)
    (id, pageCount, last) = (listing.id, listing.pages.count, listing.last)
    ends = PageEnds(of: old.id, in: index)
    if let last {
      boundary = await ends.firstPage(of: old.pages.count) {
        last.bytes.lexicographicallyPrecedes($0.bytes)
      }
    }
  }

  mutating func take(_ part: ListingPart, next: FeedRequest?) async -> Outcome {
    self.next = next
    // Folders before objects: a stored object implies all folders before it, maybe one twice.
    pending.folders += part.folders
    var end = await endOfBoundary()
    for object in part.objects {
      while let reached = end, reached.bytes.lexicographicallyPrecedes(object.key.bytes) {
        guard await cut(atLeast: Self.minCount) else { return .refused }
        boundary += 1
        end = await endOfBoundary()
      }
      if pending.objects.count >= Self.maxCount {
        guard await cut(atLeast: 1) else { return .refused }
      }
      pending.objects.append(object)
    }
    while let reached = end, let seen = part.last,
      !seen.bytes.lexicographicallyPrecedes(reached.bytes)
    {
      guard await cut(atLeast: Self.minCount) else { return .refused }
      boundary += 1
      end = await endOfBoundary()
    }
    last = part.last ?? last
    let isComplete = part.isWhole || isAsFar
    if isComplete || end == nil {
      pending.last = last
      pending.isWhole = part.isWhole
      guard await cut(atLeast: 0) else { return .refused }
    }
    guard isComplete else { return .more }
    return await index.finishRenewal(of: source, id) ? .complete : .refused
  }

  /// Whether it has reached the end of a previous listing that was itself incomplete.
  private var isAsFar: Bool {
    guard !old.isWhole, let end = old.last, let last else { return false }
    return !last.bytes.lexicographicallyPrecedes(end.bytes)
  }

  private mutating func cut(atLeast count: Int) async -> Bool {
    guard pending.objects.count >= count else { return true }
    var part = pending
    part.last = part.last ?? part.objects.last?.key
    guard case .kept(let page) = await index.add(part, to: id, at: pageCount) else { return false }
    if page != nil { pageCount += 1 }
    pending = ListingPart()
    return true
  }

  private func endOfBoundary() async -> ByteString? {
    guard boundary < old.pages.count else { return nil }
    return await ends.end(of: boundary)
  }
}

/// The last key of each page of a cached listing, read from the index once.
final class PageEnds: Sendable {
  private let index: PhotoIndex
  private let listing: Int64
  private let keys = Mutex<[Int: ByteString]>([:])

  init(of listing: Int64, in index: PhotoIndex) {
    (self.index, self.listing) = (index, listing)
  }

  func end(of page: Int) async -> ByteString? {
    if let key = keys.withLock({ $0[page] }) { return key }
    let key = await index.objects(on: page, of: listing)?.last?.key
    keys.withLock { $0[page] = key }
    return key
  }

  /// The first page whose last key satisfies a monotonic predicate, or `count`; skips unreadable.
  func firstPage(of count: Int, where holds: (ByteString) -> Bool) async -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if let end = await end(of: middle), holds(end) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
