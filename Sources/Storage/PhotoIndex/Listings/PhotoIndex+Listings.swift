package import Base

/// Cached lists of servers' objects, stored page by page.
///
///     let listing = await index.listing(source) ?? await index.beginListing(source)
///     let addition = await index.add(part, to: listing, at: listing.pages.count)
///     let objects = await index.objects(on: 7_000, of: listing.id)   // 1,000 of ten million
///
/// A part is stored completely or not at all, even if the program is killed.
extension PhotoIndex {
  /// Reads no objects; nil if there is no valid listing.
  ///
  /// `source` identifies the list, without secrets or user.
  package func listing(_ source: ByteString, _ stage: KeptListing.Stage = .shown) -> KeptListing? {
    let now = wallClock.now()
    return attempt { database throws(CacheError) in
      try database.listing(source, stage, now: now)
    } ?? nil
  }

  /// Begins an empty listing, which replaces the previous one of that stage; nil if nothing can be
  /// stored.
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

  /// Adds a part to a listing that has `pageCount` pages; `changed` also if the database is locked.
  package func add(
    _ part: ListingPart, to listing: Int64, at pageCount: Int
  ) async -> ListingAddition {
    if await isFull(sparing: listing) { return .full }
    let now = wallClock.now()
    return attempt { database throws(CacheError) in
      try database.add(part, to: listing, at: pageCount, now: now)
    } ?? .changed
  }

  /// Makes room if needed, from everything but the listing that grows.
  private func isFull(sparing listing: Int64) async -> Bool {
    func used() -> Int {
      attempt { database throws(CacheError) in try database.usedByteCount() } ?? 0
    }
    guard used() > budget else { return false }
    await trim(to: budget - budget / 10, sparing: listing)
    return used() > budget
  }

  /// The objects of a page, counted from 0; nil if it has been removed or is invalid.
  package func objects(on page: Int, of listing: Int64) -> [ListedObject]? {
    attempt { database throws(CacheError) in try database.objects(on: page, of: listing) } ?? nil
  }

  /// Replaces the shown listing by its renewal; false if that failed.
  package func finishRenewal(of source: ByteString, _ renewal: Int64) async -> Bool {
    let isShown = attempt { database throws(CacheError) in
      try database.finishRenewal(of: source, renewal)
    }
    await removeAbandonedListings()
    return isShown ?? false
  }

  /// Removes the pages of removed listings in small transactions.
  func removeAbandonedListings() async {
    while attempt({ database throws(CacheError) in try database.removeSomeAbandoned() }) == true {
      await Task.yield()
    }
  }
}
