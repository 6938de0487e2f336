package import Base
package import ExpiringCache
import Glibc

/// Caches photos' metadata and lists of servers' objects (`listing`).
///
///     let records = await index.records(of: names, in: folder)
///     await index.keep(read, in: folder)
///
/// Runs on its own thread. The folder is opened on first use. If the disk is full, read-only, on
/// another machine or another user's, or a newer program has written the index, it continues in
/// memory with one notice; only a damaged index is deleted.
package actor PhotoIndex {
  /// The default size on disk, in bytes: some eight million photos, or a list of ten million
  /// objects while it is renewed.
  package static let standardBudget = 1_000_000_000
  /// Records per transaction, which takes a few milliseconds.
  private static let keptAtOnce = 256
  /// Descriptions read in one call, between which other calls run.
  private static let describedAtOnce = 4096
  /// For how long a missing folder is remembered, in seconds: disks are removed and come back.
  private static let patience = 90 * 86_400

  private let folder: String?
  private let budget: Int
  private let wallClock: WallClock
  private let onNotice: @Sendable (CacheNotice) -> Void
  private let executor = WorkExecutor(label: "index")

  private var database: IndexDatabase?
  private var file: DatabaseFile?
  /// The file that was opened: SQLite would continue with one that has lost its name.
  private var identity: UInt64?
  private var isOpened = false
  private(set) var notice: CacheNotice?
  /// Unreadable databases that were removed since the last verification.
  private var lostDatabases = 0

  /// `folder` is an absolute path; nil to keep everything in memory.
  ///
  /// `budget` is in bytes on disk. `onNotice` is called at most once, on the index's thread.
  package init(
    folder: String?, budget: Int = standardBudget, wallClock: WallClock = .system,
    onNotice: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    (self.folder, self.budget, self.wallClock) = (folder, budget, wallClock)
    self.onNotice = onNotice
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Records of files in one folder, of any version, in the order of `names`.
  ///
  /// `folder` is absolute. Reads the whole folder for many names: 100,000 rows in some 70 ms.
  package func records(of names: [ByteString], in folder: ByteString) -> [PhotoRecord?] {
    attempt { try $0.records(of: names, in: folder) } ?? names.map { _ in nil }
  }

  /// Passes the descriptions of files in one folder with the index of each in `names`, in any order.
  ///
  /// They are read in parts, each while `body` gets the one before it. Ends early if its task is
  /// cancelled.
  package nonisolated func forEachDescription(
    of names: [ByteString], in folder: ByteString, _ body: (Int, PhotoDescription) -> Void
  ) async {
    let sorted = names.sortedPlaces
    var found: [(place: Int, description: PhotoDescription)] = []
    for start in stride(from: 0, to: sorted.count, by: Self.describedAtOnce) {
      guard !Task.isCancelled else { return }
      let places = sorted[start..<min(start + Self.describedAtOnce, sorted.count)]
      async let next = descriptions(of: names, at: places, in: folder)
      for (place, description) in found { body(place, description) }
      found = await next
    }
    for (place, description) in found { body(place, description) }
  }

  private func descriptions(
    of names: [ByteString], at places: ArraySlice<Int>, in folder: ByteString
  ) -> [(place: Int, description: PhotoDescription)] {
    attempt { try $0.descriptions(of: names, at: places, in: folder) } ?? []
  }

  /// Stores records of files in one folder and makes room for them, with suspensions in between.
  package func keep(
    _ records: [(name: ByteString, record: PhotoRecord)], in folder: ByteString
  ) async {
    await keep(records.count) { try $0.keep(records[$1], in: folder) }
  }

  /// Of any version, in the order of `names`.
  package func looks(of names: [ByteString], in folder: ByteString) -> [PhotoLook?] {
    attempt { try $0.looks(of: names, in: folder) } ?? names.map { _ in nil }
  }

  /// The sharpness of the same version of a file is kept if the new hash has none.
  package func keep(_ looks: [(name: ByteString, look: PhotoLook)], in folder: ByteString) async {
    await keep(looks.count) { try $0.keep(looks[$1], in: folder) }
  }

  private func keep(
    _ count: Int, _ body: (IndexDatabase, _ places: Range<Int>) throws -> Void
  ) async {
    for start in stride(from: 0, to: count, by: Self.keptAtOnce) {
      let places = start..<min(start + Self.keptAtOnce, count)
      let used = attempt { database in
        try body(database, places)
        return try database.usedByteCount()
      }
      // Below the budget, so that the next ones need not make room again.
      if let used, used > budget { await trim(to: budget - budget / 10) }
      await Task.yield()
    }
  }
}

extension PhotoIndex: DatabaseCache {
  package static let databaseName = "photos.sqlite"

  package var readingTrouble: String? { notice?.reason }
  package var writingTrouble: String? { notice?.reason }

  package func usage() -> CacheUsage {
    let count = attempt { try $0.count() }
    guard let file else { return CacheUsage() }
    return CacheUsage(cost: file.byteCount, count: count ?? 0)
  }

  /// Removes the least recently used folders and listings above `limit` bytes, except `listing`.
  private func trim(to limit: Int, sparing listing: Int64? = nil) async {
    await repeatAttempt {
      try $0.usedByteCount() > limit && $0.removeOldest(sparing: listing)
    }
  }

  @discardableResult
  package func clear() async -> CacheUsage {
    let before = usage()
    await repeatAttempt { try $0.removeOldest() }
    _ = attempt { try $0.shrink() }
    return before
  }

  /// Also removes missing files, and folders and lists unused for a long time.
  @discardableResult
  package func prune() async -> CacheUsage {
    let before = usage()
    let unused = wallClock.now() - Self.patience
    let folders = attempt { try $0.folders() } ?? []
    for folder in folders {
      let present = try? Self.names(in: folder.path)
      guard present != nil || folder.used < unused else { continue }
      _ = attempt { database in
        let gone = try database.names(in: folder.id).filter { present?.contains($0) != true }
        try database.remove(gone, from: folder.id)
      }
      await Task.yield()
    }
    _ = attempt { try $0.removeListings(unusedSince: unused) }
    await removeAbandonedListings()
    await trim(to: budget)
    _ = attempt { try $0.shrink() }
    return before.less(usage())
  }

  private static func names(in path: [UInt8]) throws(SystemError) -> Set<[UInt8]> {
    guard let folder = LongPath.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) else { throw .last }
    var stream = try DirectoryStream(reading: folder)
    var names: Set<[UInt8]> = []
    while let entry = try stream.next() { names.insert(entry.name.bytes) }
    return names
  }

  /// Checks the whole database; a damaged one is replaced by an empty one.
  package func verify() -> TierCheck {
    // Also replaces it if the check itself finds damage.
    _ = attempt { guard try $0.isSound() else { throw CacheError.damaged } }
    let count = attempt { try $0.count() }
    defer { lostDatabases = 0 }
    return TierCheck(
      checked: file == nil ? 0 : count ?? 0, broken: lostDatabases, trouble: notice?.reason)
  }
}

extension PhotoIndex {
  private func attempt<Result>(_ body: (IndexDatabase) throws -> Result) -> Result? {
    ThreadSignals.block()
    open()
    if let file, file.identity != identity { begin(anewAfter: .unusable(errno: ENOENT)) }
    do {
      return try database.map(body)
    } catch {
      recover(from: CacheError(error))
      return nil
    }
  }

  /// With suspensions in between.
  func forEachFolder(
    _ body: (IndexDatabase, IndexDatabase.Folder) throws -> Void
  ) async {
    for folder in attempt({ try $0.folders() }) ?? [] {
      _ = attempt { try body($0, folder) }
      await Task.yield()
    }
  }

  /// Until the body returns false or fails, with suspensions in between.
  private func repeatAttempt(_ body: (IndexDatabase) throws -> Bool) async {
    while attempt(body) == true { await Task.yield() }
  }

  private func open() {
    guard !isOpened else { return }
    isOpened = true
    guard let folder else { return continueInMemory() }
    do throws(CacheError) {
      let file = try DatabaseFile(Self.databaseName, in: folder)
      if let errno = file.writingFault { throw .unusable(errno: errno) }
      guard !file.isRemote else { throw .unusable(errno: EREMOTE) }
      database = try database(in: file)
      identity = file.identity
      self.file = file
    } catch .busy {
      // Locked, perhaps by a program that is just creating it: the next call tries again.
      isOpened = false
    } catch {
      end(because: error)
    }
  }

  private func database(in file: DatabaseFile) throws(CacheError) -> IndexDatabase {
    file.make()
    do throws(CacheError) {
      return try IndexDatabase(path: file.path, wallClock)
    } catch .damaged {
      file.remove()
      lostDatabases += 1
      file.make()
      return try IndexDatabase(path: file.path, wallClock)
    }
  }

  /// Starts anew if the folder is gone or the index damaged; otherwise continues in memory.
  private func recover(from fault: CacheError) {
    switch fault {
    case .busy: return
    case .damaged, .unusable(errno: ENOENT): begin(anewAfter: fault)
    case .unusable, .refused: end(because: fault)
    }
  }

  private func begin(anewAfter fault: CacheError) {
    let file = file
    (database, self.file, identity) = (nil, nil, nil)
    if fault == .damaged {
      file?.remove()
      lostDatabases += 1
    }
    isOpened = false
    open()
  }

  private func end(because fault: CacheError) {
    (database, file, identity) = (nil, nil, nil)
    continueInMemory()
    guard notice == nil else { return }
    let notice = CacheNotice("metadata is", fault)
    self.notice = notice
    onNotice(notice)
  }

  private func continueInMemory() {
    database = try? IndexDatabase(path: nil, wallClock)
  }
}

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
    attempt { try $0.listing(source, stage) } ?? nil
  }

  /// Replaces the stage's listing by an empty one; nil if nothing can be stored.
  package func beginListing(
    _ source: ByteString, _ stage: KeptListing.Stage = .shown
  ) async -> KeptListing? {
    let begun = attempt { try $0.beginListing(source, stage) }
    await removeAbandonedListings()
    return begun
  }

  /// Adds a part to a listing that has `pageCount` pages; `changed` also if the database is locked.
  package func add(
    _ part: ListingPart, to listing: Int64, at pageCount: Int
  ) async -> ListingAddition {
    if await isFull(sparing: listing) { return .full }
    return attempt { try $0.add(part, to: listing, at: pageCount) } ?? .changed
  }

  /// Makes room if needed, from everything but the listing that grows.
  private func isFull(sparing listing: Int64) async -> Bool {
    func used() -> Int { attempt { try $0.usedByteCount() } ?? 0 }
    guard used() > budget else { return false }
    await trim(to: budget - budget / 10, sparing: listing)
    return used() > budget
  }

  /// The objects of a page, counted from 0; nil if it has been removed or is invalid.
  package func objects(on page: Int, of listing: Int64) -> [ListedObject]? {
    attempt { try $0.objects(on: page, of: listing) } ?? nil
  }

  /// Replaces the shown listing by its renewal; false if that failed.
  package func finishRenewal(of source: ByteString, _ renewal: Int64) async -> Bool {
    let isShown = attempt { try $0.finishRenewal(of: source, renewal) }
    await removeAbandonedListings()
    return isShown ?? false
  }

  /// Removes the pages of removed listings in small transactions.
  private func removeAbandonedListings() async {
    await repeatAttempt { database in try database.write { try database.removeAbandoned() } }
  }
}
