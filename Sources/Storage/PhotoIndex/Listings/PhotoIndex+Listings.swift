package import Base

/// Lists of servers' objects, which take long to ask for: as far as they have come they are kept, a page at a
/// time.
///
///     let listing = await index.listing(source) ?? await index.beginListing(source)
///     let addition = await index.add(part, to: listing, at: listing.pages.count)
///     let objects = await index.objects(on: 7_000, of: listing.id)   // 1,000 of ten million
///
/// What was added is there whole or not at all, also where the program is killed meanwhile.
extension PhotoIndex {
  /// What is kept of a list, none of whose pages is read for that.
  /// - Parameters:
  ///   - source: What tells the list from all others: no secret, and not who asks.
  ///   - stage: Which listing of it.
  /// - Returns: Nil where nothing is kept, or what is kept means nothing.
  package func listing(
    _ source: ByteString, _ stage: KeptListing.Stage = .shown
  ) -> KeptListing? {
    let now = wallClock.now()
    return attempt { database throws(CacheError) in
      try database.listing(source, stage, now: now)
    } ?? nil
  }

  /// Begins a listing at the beginning of the list; one of that stage that is there goes.
  /// - Returns: Nil where nothing can be kept, not even in memory.
  package func beginListing(
    _ source: ByteString, _ stage: KeptListing.Stage = .shown
  ) async -> KeptListing? {
    let now = wallClock.now()
    let begun = attempt { database throws(CacheError) in
      try database.beginListing(source, stage, now: now)
    }
    await removeAbandonedListings()
    return begun
  }

  /// Adds to a listing what follows.
  /// - Parameters:
  ///   - part: What follows.
  ///   - listing: The number of the listing.
  ///   - pageCount: How many pages it has so far.
  /// - Returns: What came of it; where another program is in the way, that it has changed.
  package func add(
    _ part: ListingPart, to listing: Int64, at pageCount: Int
  ) async -> ListingAddition {
    if await isFull(sparing: listing) { return .full }
    let now = wallClock.now()
    return attempt { database throws(CacheError) in
      try database.add(part, to: listing, at: pageCount, now: now)
    } ?? .changed
  }

  /// Makes room where there is none: everything else goes before a listing that still grows.
  private func isFull(sparing listing: Int64) async -> Bool {
    func used() -> Int {
      attempt { database throws(CacheError) in try database.usedByteCount() } ?? 0
    }
    guard used() > budget else { return false }
    await trim(to: budget - budget / 10, sparing: listing)
    return used() > budget
  }

  /// The objects of a page.
  /// - Parameters:
  ///   - page: Its number, from 0.
  ///   - listing: The number of the listing.
  /// - Returns: Nil where the page or the listing has gone, or what is kept of it means nothing.
  package func objects(on page: Int, of listing: Int64) -> [ListedObject]? {
    attempt { database throws(CacheError) in try database.objects(on: page, of: listing) } ?? nil
  }

  /// Puts a renewal in the place of the listing that is shown, which goes.
  /// - Parameters:
  ///   - source: What tells the list from all others.
  ///   - renewal: The number of the listing.
  /// - Returns: Whether it is the one that is shown now.
  package func finishRenewal(of source: ByteString, _ renewal: Int64) async -> Bool {
    let isShown = attempt { database throws(CacheError) in
      try database.finishRenewal(of: source, renewal)
    }
    await removeAbandonedListings()
    return isShown ?? false
  }

  /// Removes the pages of listings that have gone, some at a time.
  func removeAbandonedListings() async {
    while attempt({ database throws(CacheError) in try database.removeSomeAbandoned() }) == true {
      await Task.yield()
    }
  }
}
