internal import Base

extension IndexDatabase {
  /// Pages of listings removed in one transaction.
  private static let removedAtOnce = 64
  /// The interval in seconds at which a use is recorded; a failure is ignored.
  private static let useLasts = 86_400

  /// Reads no objects; nil if there is no valid listing.
  func listing(
    _ source: ByteString, _ stage: KeptListing.Stage, now: Int
  ) throws(CacheError) -> KeptListing? {
    try CacheError.attempt {
      let key: [SQLiteValue] = [.blob(source.bytes), .integer(stage.rawValue)]
      let row = try listings.find.first(key) { row in
        (
          id: row.integer(0) ?? 0, begun: Int(row.integer(1) ?? 0), used: Int(row.integer(2) ?? 0),
          isWhole: row.integer(3) == 1, last: row.blob(4).map { ByteString($0) },
          pageCount: row.integer(5) ?? -1
        )
      }
      guard let row else { return nil }
      if row.used < now - Self.useLasts {
        try? listings.use.run([.integer(row.id), .integer(Int64(now))])
      }
      var listing = KeptListing(
        id: row.id, age: Self.age(of: row.begun, at: now), last: row.last, isWhole: row.isWhole)
      guard let pages = try pages(of: row.id), pages.count == row.pageCount,
        let folders = try folders(of: row.id)
      else { return nil }
      (listing.pages, listing.folders) = (pages, folders)
      return listing
    }
  }

  /// In seconds; `Int.max` for an invalid time.
  private static func age(of begun: Int, at now: Int) -> Int {
    let (age, hasOverflown) = now.subtractingReportingOverflow(begun)
    return hasOverflown ? .max : age
  }

  /// Nil if a page is missing or invalid.
  private func pages(of listing: Int64) throws -> [KeptListing.Page]? {
    var (pages, isSound) = ([KeptListing.Page](), true)
    try listings.pages.run(ListedPlace.all(in: listing)) { row in
      guard let place = row.integer(0), ListedPlace.page(at: place) == pages.count,
        let count = row.integer(1), (1...1_000_000).contains(count), let digest = row.integer(2)
      else {
        isSound = false
        return
      }
      pages.append(KeptListing.Page(count: Int(count), digest: UInt64(bitPattern: digest)))
    }
    return isSound ? pages : nil
  }

  private func folders(of listing: Int64) throws -> [ByteString]? {
    var (folders, isSound) = ([ByteString](), true)
    try listings.folders.run(ListedPlace.all(in: listing)) { row in
      let names = unsafe row.withBlob(0) { unsafe PackedObjects.names(in: $0.bytes) } ?? nil
      folders += names ?? []
      isSound = isSound && names != nil
    }
    return isSound ? folders : nil
  }

  /// Replaces the previous listing of that stage.
  func beginListing(
    _ source: ByteString, _ stage: KeptListing.Stage, now: Int
  ) throws(CacheError) -> KeptListing {
    try write {
      let key: [SQLiteValue] = [.blob(source.bytes), .integer(stage.rawValue)]
      try listings.removeStage.run(key)
      let id = try listings.begin.first(key + [.integer(Int64(now))]) { $0.integer(0) } ?? nil
      guard let id else { throw CacheError.damaged }
      return KeptListing(id: id, age: 0)
    }
  }

  /// Adds a part if the listing has `number` pages.
  func add(
    _ part: ListingPart, to listing: Int64, at number: Int, now: Int
  ) throws(CacheError) -> ListingAddition {
    try write {
      guard try pageCount(of: listing) == number, number < ListedPlace.pageLimit else {
        return .changed
      }
      let page = part.objects.isEmpty ? nil : try add(part.objects, as: number, of: listing)
      if !part.folders.isEmpty { try add(part.folders, to: listing) }
      try listings.goOn.run([
        .integer(listing), .integer(Int64(now)), part.last.map { .blob($0.bytes) } ?? .null,
        .integer(part.isWhole ? 1 : 0), .integer(page == nil ? 0 : 1),
      ])
      return .kept(page)
    }
  }

  /// Nil if the listing has been removed.
  private func pageCount(of listing: Int64) throws -> Int? {
    let count = try listings.pageCount.first([.integer(listing)]) { $0.integer(0) } ?? nil
    return count.map { Int($0) }
  }

  private func add(_ folders: [ByteString], to listing: Int64) throws {
    let last = try listings.lastFolders.first(ListedPlace.all(in: listing)) { $0.integer(0) ?? 0 }
    let next = last.map { ListedPlace.page(at: $0) + 1 } ?? 0
    try listings.addFolders.run([
      ListedPlace.of(next, in: listing), .blob(PackedObjects.bytes(of: folders)),
    ])
  }

  private func add(
    _ objects: [ListedObject], as number: Int, of listing: Int64
  ) throws -> KeptListing.Page {
    let bytes = PackedObjects.bytes(of: objects)
    let page = KeptListing.Page(count: objects.count, digest: bytes.stableHash)
    let place = ListedPlace.of(number, in: listing)
    try listings.addPage.run([
      place, .integer(Int64(page.count)), .integer(Int64(bitPattern: page.digest)),
    ])
    try listings.addObjects.run([place, .blob(bytes)])
    return page
  }

  /// Nil if the page has been removed or is invalid.
  func objects(on page: Int, of listing: Int64) throws(CacheError) -> [ListedObject]? {
    try CacheError.attempt {
      let objects = try listings.objects.first([ListedPlace.of(page, in: listing)]) { row in
        unsafe row.withBlob(0) { unsafe PackedObjects.objects(in: $0.bytes) } ?? nil
      }
      return objects ?? nil
    }
  }

  /// Replaces the shown listing by its renewal; false if there is none.
  func finishRenewal(of source: ByteString, _ renewal: Int64) throws(CacheError) -> Bool {
    try write {
      guard try pageCount(of: renewal) != nil else { return false }
      try listings.removeStage.run([
        .blob(source.bytes), .integer(KeptListing.Stage.shown.rawValue),
      ])
      try listings.setStage.run([
        .integer(renewal), .integer(KeptListing.Stage.shown.rawValue),
      ])
      return true
    }
  }

  /// Removes listings without their pages.
  func removeListings(unusedSince moment: Int) throws(CacheError) {
    try write { try listings.removeUnused.run([.integer(Int64(moment))]) }
  }

  /// Removes some pages of removed listings; true if there may be more.
  func removeSomeAbandoned() throws(CacheError) -> Bool { try write { try removeAbandoned() } }

  /// The same within a transaction.
  func removeAbandoned() throws -> Bool {
    var places: [Int64] = []
    try listings.abandonedPages.run([.integer(Int64(Self.removedAtOnce))]) { row in
      if let place = row.integer(0) { places.append(place) }
    }
    for place in places {
      try listings.removePage.run([.integer(place)])
      try listings.removeObjects.run([.integer(place)])
      try listings.removeFolders.run([.integer(place)])
    }
    return !places.isEmpty
  }

  /// Removes the least recently used listing without its pages, if it is older than `used`; false
  /// if there was none.
  func removeListing(olderThan used: Int64?, sparing listing: Int64?) throws -> Bool {
    let spared: SQLiteValue = listing.map { .integer($0) } ?? .null
    let oldest = try listings.oldest.first([spared]) { ($0.integer(0), $0.integer(1) ?? 0) }
    guard let oldest, let id = oldest.0, used.map({ oldest.1 < $0 }) ?? true else { return false }
    try listings.remove.run([.integer(id)])
    return true
  }
}
