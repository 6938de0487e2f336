package import Base
package import ExpiringCache
package import Storage
internal import Synchronization

/// Caches responses in memory and on disk.
///
/// Runs on its own thread, so that a slow disk delays only what is there. The folder is opened on
/// first use. If the disk is full, read-only, gone or not ours, or SQLite refuses a statement, the
/// cache continues in memory with one notice; only a damaged database is deleted.
package actor ResponseCache: DatabaseCache {
  package static let standardBudget = 1_000_000_000
  package static let standardMemoryBudget = 16_000_000
  /// The largest body that is cached in memory, in bytes.
  private static let memoryBodyLimit = 100_000
  /// The estimated size of an entry in memory without its body, in bytes.
  private static let memoryOverhead = 1_000

  private let folder: String?
  private let budget: Int
  private let wallClock: WallClock
  private let onNotice: @Sendable (CacheNotice) -> Void
  private let executor = WorkExecutor(label: "responses")
  nonisolated let memory: MemoryCache<CacheKey, StoredResponse>
  nonisolated private let incoming = Mutex<PrivateDirectory?>(nil)

  private var disk: ResponseDisk?
  private var isOpened = false
  private var isWritable = true
  private(set) var notice: CacheNotice?
  /// Unreadable databases that were removed since the last verification.
  private var lostDatabases = 0

  /// `folder` is an absolute path; nil to cache in memory only. `budget` and `memoryBudget` are in
  /// bytes; a response takes at most a tenth. `onNotice` is called at most once, on the cache's
  /// thread, when the disk is not written to any more.
  package init(
    folder: String?, budget: Int = standardBudget, memoryBudget: Int = standardMemoryBudget,
    wallClock: WallClock = .system, clock: some Clock<Duration> = .continuous,
    onNotice: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    (self.folder, self.budget, self.wallClock) = (folder, budget, wallClock)
    self.onNotice = onNotice
    memory = MemoryCache(limits: CacheLimits(cost: memoryBudget), expiration: .never, clock: clock)
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// For bodies that are being received, once the folder is open; nil if it cannot be written to.
  nonisolated var incomingFolder: PrivateDirectory? { incoming.withLock { $0 } }

  nonisolated func remembered(_ key: CacheKey) -> StoredResponse? { memory.value(for: key) }

  /// In memory only, unless its body is large; never waits.
  nonisolated func remember(_ response: StoredResponse) {
    if case .bytes(let bytes) = response.body, bytes.count <= Self.memoryBodyLimit {
      memory.store(response, for: response.key, cost: bytes.count + Self.memoryOverhead)
    } else {
      memory.remove([response.key])
    }
  }

  func response(for key: CacheKey) -> StoredResponse? {
    let found = attempt { try $0.response(for: key, now: wallClock.now()) } ?? nil
    if let found { remember(found) }
    return found
  }

  /// Suspends while it makes room.
  func store(_ response: StoredResponse) async {
    remember(response)
    guard isWritable else { return }
    let usage = attempt { disk in
      try disk.store(response, now: wallClock.now())
      return try disk.usage().byteCount
    }
    // Below the budget, so that the next response need not make room again.
    if let usage, usage > budget { await trim(to: budget - budget / 10) }
  }

  /// `asked` is the cached response before the confirmation.
  func confirm(_ response: StoredResponse, asked: StoredResponse) {
    remember(response)
    guard isWritable else { return }
    _ = attempt { try $0.confirm(response, asked: asked, now: wallClock.now()) }
  }

  func remove(_ key: CacheKey) {
    memory.remove([key])
    guard isWritable else { return }
    _ = attempt { try $0.remove(key) }
  }

  package static let databaseName = "responses.sqlite"

  package func usage() -> CacheUsage {
    let usage = attempt { try $0.usage() }
    return CacheUsage(cost: usage?.byteCount ?? 0, count: usage?.count ?? 0)
  }

  /// Reading may still work if nothing can be written.
  package var readingTrouble: String? { disk == nil ? notice?.reason : nil }
  package var writingTrouble: String? { notice?.reason }

  @discardableResult
  package func clear() async -> CacheUsage {
    memory.removeAll()
    let before = usage()
    await trim(to: -1)
    _ = attempt { try $0.shrink() }
    return before.less(usage())
  }

  @discardableResult
  package func prune() async -> CacheUsage {
    let before = usage()
    await trim(to: budget)
    _ = attempt { disk in
      _ = try disk.sweep()
      try disk.shrink()
    }
    return before.less(usage())
  }

  private func trim(to limit: Int) async {
    while attempt({ try $0.trim(to: limit) }) == true { await Task.yield() }
  }

  /// Removes damaged entries and stray files, with suspensions in between.
  package func verify() async -> TierCheck {
    var report = TierCheck()
    var last: Int64 = 0
    while let next = attempt({ try $0.check(after: last) }) ?? nil {
      last = next.id
      report.checked += 1
      report.broken += next.isWhole ? 0 : 1
      await Task.yield()
    }
    report.stray = attempt { try $0.sweep() } ?? 0
    report.broken += lostDatabases
    lostDatabases = 0
    report.trouble = readingTrouble
    return report
  }
}

extension ResponseCache {
  private func attempt<Result>(_ body: (ResponseDisk) throws -> Result) -> Result? {
    ThreadSignals.block()
    open()
    if disk?.isInPlace == false, isWritable { begin(anewAfter: .unusable(errno: 2)) }
    do {
      return try disk.map(body)
    } catch {
      recover(from: CacheError(error))
      return nil
    }
  }

  func open() {
    guard !isOpened else { return }
    isOpened = true
    guard let folder else { return }
    do throws(CacheError) {
      let disk = try ResponseDisk.open(folder, budget: budget)
      incoming.withLock { $0 = disk.files.incoming }
      self.disk = disk
      if disk.hasBegunAnew { lostDatabases += 1 }
      if let errno = disk.files.database.writingFault { end(because: .unusable(errno: errno)) }
    } catch .busy {
      // Locked, perhaps by a program that is just creating it: the next call tries again.
      isOpened = false
    } catch {
      end(because: error)
    }
  }

  /// Starts anew if the folder is gone or the database damaged; otherwise stops writing, or all use
  /// of the disk if SQLite refuses a statement.
  private func recover(from fault: CacheError) {
    switch fault {
    case .busy: return
    case .damaged, .unusable(errno: 2): begin(anewAfter: fault)
    case .unusable: end(because: fault)
    case .refused:
      disk = nil
      end(because: fault)
    }
  }

  private func begin(anewAfter fault: CacheError) {
    let files = disk?.files
    disk = nil
    if fault == .damaged {
      files?.database.remove()
      lostDatabases += 1
    }
    isOpened = false
    open()
  }

  private func end(because fault: CacheError) {
    isWritable = false
    incoming.withLock { $0 = nil }
    guard notice == nil else { return }
    let notice = CacheNotice("web responses are", fault)
    self.notice = notice
    onNotice(notice)
  }
}
