import PhotoIndex
import Values

/// A list that is listed again from its beginning, beside the listing that is shown.
///
/// Its pages end where those of the other end, as far as that is there: an object that comes in between makes one
/// page another, and all that follow stay the same. It has come to its end where the other ends, or the list.
struct ListingRenewal: Sendable {
  /// What came of a page.
  enum Outcome {
    /// More is to be asked for.
    case more
    /// It is the listing that is shown.
    case complete
    /// It cannot be kept.
    case refused
  }

  /// How many objects a page has at least, unless it is the last.
  private static let leastCount = 256
  /// How many objects a page has at most.
  private static let mostCount = 2_000

  private let old: KeptListing
  private let source: ByteString
  private let index: PhotoIndex
  private let id: Int64
  /// Where the pages of the other listing end.
  private let ends: PageEnds
  private var pageCount: Int
  /// What has not been kept yet.
  private var pending = ListingPart()
  /// The number of the page of the other listing at whose end the next page ends.
  private var boundary = 0
  /// What follows what has come, where the last page has said it.
  private(set) var next: FeedQuestion?
  /// The key behind which it goes on.
  private(set) var last: ByteString?

  /// Begins, or goes on with a renewal that was left alone not long ago; nil where nothing can be kept.
  /// - Parameters:
  ///   - old: The listing that is shown.
  ///   - source: What tells the list from all others.
  ///   - index: Where both are kept.
  ///   - lifetime: How old one may be to go on with it, in seconds.
  init?(
    of old: KeptListing, _ source: ByteString, in index: PhotoIndex, goingOnWithin lifetime: Int
  ) async {
    let begun = old.age > lifetime ? await index.listing(source, .renewal) : nil
    let listing: KeptListing?
    if let begun, begun.age <= lifetime {
      listing = begun
    } else {
      listing = await index.beginListing(source, .renewal)
    }
    guard let listing else { return nil }
    self.old = old
    self.source = source
    self.index = index
    (id, pageCount, last) = (listing.id, listing.pages.count, listing.last)
    ends = PageEnds(of: old.id, in: index)
    if let last {
      boundary = await ends.firstPage(of: old.pages.count) {
        last.bytes.lexicographicallyPrecedes($0.bytes)
      }
    }
  }

  /// Takes what a page of the list has brought.
  mutating func take(_ part: ListingPart, next: FeedQuestion?) async -> Outcome {
    self.next = next
    // Before the objects: what is kept up to one of them has all that stand before it, and maybe one twice.
    pending.folders += part.folders
    var end = await endOfBoundary()
    for object in part.objects {
      while let reached = end, reached.bytes.lexicographicallyPrecedes(object.key.bytes) {
        guard await cut(atLeast: Self.leastCount) else { return .refused }
        boundary += 1
        end = await endOfBoundary()
      }
      if pending.objects.count >= Self.mostCount {
        guard await cut(atLeast: 1) else { return .refused }
      }
      pending.objects.append(object)
    }
    while let reached = end, let seen = part.last,
      !seen.bytes.lexicographicallyPrecedes(reached.bytes)
    {
      guard await cut(atLeast: Self.leastCount) else { return .refused }
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

  /// Whether it has come as far as the other listing, which has not come to the end of the list.
  private var isAsFar: Bool {
    guard !old.isWhole, let end = old.last, let last else { return false }
    return !last.bytes.lexicographicallyPrecedes(end.bytes)
  }

  /// Keeps what is pending, unless it is too little.
  private mutating func cut(atLeast count: Int) async -> Bool {
    guard pending.objects.count >= count else { return true }
    var part = pending
    part.last = part.last ?? part.objects.last?.key
    guard case .kept(let page) = await index.add(part, to: id, at: pageCount) else { return false }
    if page != nil { pageCount += 1 }
    pending = ListingPart()
    return true
  }

  /// The last key of the page of the other listing at whose end the next page ends; nil behind all.
  private func endOfBoundary() async -> ByteString? {
    guard boundary < old.pages.count else { return nil }
    return await ends.end(of: boundary)
  }
}
