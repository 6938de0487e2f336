import Base

extension IndexDatabase {
  /// Pages of listings removed in one transaction.
  private static let removedAtOnce = 64
  /// The interval in seconds at which a use is recorded; a failure is ignored.
  private static let useLasts = 86_400

  /// Reads no objects; nil if there is no valid listing.
  func listing(_ source: ByteString, _ stage: KeptListing.Stage) throws(SQLiteError) -> KeptListing?
  {
    let key: [SQLiteValue] = [.blob(source.bytes), .integer(stage.rawValue)]
    let row = try first(
      "SELECT id, begun, used, whole, last, pages FROM listing WHERE source = ? AND stage = ?", key
    ) { row in
      (
        listing: KeptListing(
          id: row.integer(0) ?? 0, age: Self.age(of: Int(row.integer(1) ?? 0), at: now),
          last: row.blob(4).map { ByteString($0) }, isWhole: row.integer(3) == 1),
        used: Int(row.integer(2) ?? 0), pageCount: row.integer(5) ?? -1
      )
    }
    guard var listing = row?.listing, let row else { return nil }
    if row.used < now - Self.useLasts {
      try? run(
        "UPDATE listing SET used = ?2 WHERE id = ?1",
        [.integer(listing.id), .integer(Int64(now))])
    }
    guard let pages = try pages(of: listing.id), pages.count == row.pageCount,
      let folders = try folders(of: listing.id)
    else { return nil }
    (listing.pages, listing.folders) = (pages, folders)
    return listing
  }

  /// In seconds; `Int.max` for an invalid time.
  private static func age(of begun: Int, at now: Int) -> Int {
    let (age, hasOverflown) = now.subtractingReportingOverflow(begun)
    return hasOverflown ? .max : age
  }

  /// Nil if a page is missing or invalid.
  private func pages(of listing: Int64) throws(SQLiteError) -> [KeptListing.Page]? {
    var (pages, isSound) = ([KeptListing.Page](), true)
    try run(
      "SELECT place, count, digest FROM listing_page WHERE place BETWEEN ? AND ? ORDER BY place",
      ListedPlace.all(in: listing)
    ) { row in
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

  private func folders(of listing: Int64) throws(SQLiteError) -> [ByteString]? {
    var (folders, isSound) = ([ByteString](), true)
    try run(
      "SELECT names FROM listing_folders WHERE place BETWEEN ? AND ? ORDER BY place",
      ListedPlace.all(in: listing)
    ) { row in
      let names = row.blob(0).flatMap(PackedObjects.names)
      folders += names ?? []
      isSound = isSound && names != nil
    }
    return isSound ? folders : nil
  }

  /// Replaces the previous listing of that stage.
  func beginListing(_ source: ByteString, _ stage: KeptListing.Stage) throws(CacheError)
    -> KeptListing
  {
    try write {
      let key: [SQLiteValue] = [.blob(source.bytes), .integer(stage.rawValue)]
      try removeListing(at: key)
      let id =
        try first(
          """
          INSERT INTO listing (source, stage, begun, used, pages, whole)
          VALUES (?1, ?2, ?3, ?3, 0, 0)
          RETURNING id
          """, key + [.integer(Int64(now))]
        ) { $0.integer(0) } ?? nil
      guard let id else { throw CacheError.damaged }
      return KeptListing(id: id, age: 0)
    }
  }

  /// Adds a part if the listing has `number` pages.
  func add(_ part: ListingPart, to listing: Int64, at number: Int) throws(CacheError)
    -> ListingAddition
  {
    try write {
      guard try pageCount(of: listing) == number, number < ListedPlace.pageLimit else {
        return .changed
      }
      let page = part.objects.isEmpty ? nil : try add(part.objects, as: number, of: listing)
      if !part.folders.isEmpty { try add(part.folders, to: listing) }
      try run(
        """
        UPDATE listing
        SET used = ?2, last = coalesce(?3, last), whole = max(whole, ?4), pages = pages + ?5
        WHERE id = ?1
        """,
        [
          .integer(listing), .integer(Int64(now)), part.last.map { .blob($0.bytes) } ?? .null,
          .integer(part.isWhole ? 1 : 0), .integer(page == nil ? 0 : 1),
        ])
      return .kept(page)
    }
  }

  /// Nil if the listing has been removed.
  private func pageCount(of listing: Int64) throws(SQLiteError) -> Int? {
    let count = try first("SELECT pages FROM listing WHERE id = ?", [.integer(listing)]) {
      $0.integer(0)
    }
    return (count ?? nil).map { Int($0) }
  }

  private func add(_ folders: [ByteString], to listing: Int64) throws(SQLiteError) {
    let next = try first(
      "SELECT place FROM listing_folders WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT 1",
      ListedPlace.all(in: listing)
    ) { ListedPlace.page(at: $0.integer(0) ?? 0) + 1 }
    try run(
      "INSERT INTO listing_folders (place, names) VALUES (?, ?)",
      [ListedPlace.of(next ?? 0, in: listing), .blob(PackedObjects.bytes(of: folders))])
  }

  private func add(
    _ objects: [ListedObject], as number: Int, of listing: Int64
  ) throws -> KeptListing.Page {
    let bytes = PackedObjects.bytes(of: objects)
    let page = KeptListing.Page(count: objects.count, digest: bytes.stableHash)
    let place = ListedPlace.of(number, in: listing)
    try run(
      "INSERT INTO listing_page (place, count, digest) VALUES (?, ?, ?)",
      [place, .integer(Int64(page.count)), .integer(Int64(bitPattern: page.digest))])
    try run(
      "INSERT OR REPLACE INTO listing_objects (place, objects) VALUES (?, ?)",
      [place, .blob(bytes)])
    return page
  }

  /// Nil if the page has been removed or is invalid.
  func objects(on page: Int, of listing: Int64) throws(SQLiteError) -> [ListedObject]? {
    let objects = try first(
      "SELECT objects FROM listing_objects WHERE place = ?", [ListedPlace.of(page, in: listing)]
    ) { $0.blob(0) }
    return (objects ?? nil).flatMap(PackedObjects.objects)
  }

  /// Replaces the shown listing by its renewal; false if there is none.
  func finishRenewal(of source: ByteString, _ renewal: Int64) throws(CacheError) -> Bool {
    try write {
      guard try pageCount(of: renewal) != nil else { return false }
      let shown = SQLiteValue.integer(KeptListing.Stage.shown.rawValue)
      try removeListing(at: [.blob(source.bytes), shown])
      try run("UPDATE listing SET stage = ?2 WHERE id = ?1", [.integer(renewal), shown])
      return true
    }
  }

  /// `key` is source and stage; the pages stay.
  private func removeListing(at key: [SQLiteValue]) throws(SQLiteError) {
    try run("DELETE FROM listing WHERE source = ? AND stage = ?", key)
  }

  /// The pages of the listings stay.
  func removeListings(unusedSince moment: Int) throws(CacheError) {
    try write { try run("DELETE FROM listing WHERE used < ?", [.integer(Int64(moment))]) }
  }

  /// Removes some pages of removed listings, in a transaction of the caller; true if there may be
  /// more.
  func removeAbandoned() throws(SQLiteError) -> Bool {
    var places: [Int64] = []
    let abandoned = ["page", "folders"].map {
      """
      SELECT * FROM (SELECT place FROM listing_\($0)
      WHERE place >> 24 NOT IN (SELECT id FROM listing) LIMIT ?1)
      """
    }
    try run(abandoned.joined(separator: " UNION "), [.integer(Int64(Self.removedAtOnce))]) { row in
      if let place = row.integer(0) { places.append(place) }
    }
    for place in places {
      for table in ["listing_page", "listing_objects", "listing_folders"] {
        try run("DELETE FROM \(table) WHERE place = ?", [.integer(place)])
      }
    }
    return !places.isEmpty
  }

  /// Removes the least recently used listing, older than `used`, without pages; false if none.
  func removeListing(olderThan used: Int64?, sparing listing: Int64?) throws -> Bool {
    let spared: SQLiteValue = listing.map { .integer($0) } ?? .null
    let oldest = try first(
      "SELECT id, used FROM listing WHERE id IS NOT ? ORDER BY used, id LIMIT 1", [spared]
    ) { ($0.integer(0), $0.integer(1) ?? 0) }
    guard let oldest, let id = oldest.0, used.map({ oldest.1 < $0 }) ?? true else { return false }
    try run("DELETE FROM listing WHERE id = ?", [.integer(id)])
    return true
  }
}

/// Row ids of pages: listing and page number.
enum ListedPlace {
  static let pageLimit = 1 << 24

  static func of(_ page: Int, in listing: Int64) -> SQLiteValue {
    .integer(listing << 24 | Int64(page))
  }

  static func all(in listing: Int64) -> [SQLiteValue] {
    [of(0, in: listing), of(pageLimit - 1, in: listing)]
  }

  static func page(at place: Int64) -> Int { Int(place & 0xFF_FFFF) }
}
