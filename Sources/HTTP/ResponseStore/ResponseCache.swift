package import Base
internal import Storage
internal import Synchronization

/// Keeps responses in memory and on disk.
///
/// It runs on a thread of its own, so that a slow disk delays only what lies there. The folder is opened
/// on first use. Where the disk is full, read-only, gone or another user's, or SQLite refuses a
/// statement, the cache continues in memory with one notice; only a database that is damaged is deleted.
package actor ResponseCache {
  /// The greatest size on disk where nothing else is said, in bytes.
  package static let standardBudget = 1_000_000_000
  /// The greatest size in memory where nothing else is said, in bytes.
  package static let standardMemoryBudget = 16_000_000

  private let folder: String?
  let budget: Int
  private let wallClock: WallClock
  private let onNotice: @Sendable (CacheNotice) -> Void
  private let executor = WorkExecutor(label: "responses")
  nonisolated let memory: ResponseMemory
  nonisolated private let incoming = Mutex<OwnFolder?>(nil)

  private var disk: ResponseDisk?
  private var isOpened = false
  private var isWritable = true
  /// Whether what is on disk can be read.
  var isReadable: Bool { disk != nil }
  private(set) var notice: CacheNotice?
  /// How many databases could not be read and have been removed, that no verification has told of.
  var lostDatabases = 0

  /// Makes a cache that opens its folder later.
  /// - Parameters:
  ///   - folder: An absolute path; nil to keep responses in memory only.
  ///   - budget: The greatest size on disk, in bytes; a tenth of it for one response.
  ///   - memoryBudget: The greatest size in memory, in bytes; a tenth of it for one response.
  ///   - wallClock: The clock of dates.
  ///   - clock: The clock that the part in memory measures time by.
  ///   - onNotice: Told once at most, on the cache's own thread, when the part on disk ends.
  package init(
    folder: String?, budget: Int = standardBudget, memoryBudget: Int = standardMemoryBudget,
    wallClock: WallClock = .system, clock: some Clock<Duration> = .continuous,
    onNotice: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    self.folder = folder
    self.budget = budget
    self.wallClock = wallClock
    self.onNotice = onNotice
    memory = ResponseMemory(budget: memoryBudget, clock: clock)
  }

  /// The cache's own thread, which may block.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Where bodies are written while they come, once the folder has been opened; nil where it cannot
  /// be written to.
  package nonisolated var incomingFolder: SpoolFolder? { incoming.withLock { $0 } }

  /// The response if it is in memory; never waits.
  package nonisolated func remembered(_ key: CacheKey) -> StoredResponse? {
    memory.response(for: key)
  }

  /// Keeps a response in memory alone; never waits.
  package nonisolated func remember(_ response: StoredResponse) {
    memory.keep(response)
  }

  /// Opens the folder, where that has not been done.
  package func prepare() {
    open()
  }

  /// The response if it is on disk and whole.
  package func response(for key: CacheKey) -> StoredResponse? {
    let now = wallClock.now()
    let found = attempt { disk throws(CacheError) in try disk.response(for: key, now: now) } ?? nil
    if let found { memory.keep(found) }
    return found
  }

  /// Keeps a response, and makes room for it; others are served in between.
  package func store(_ response: StoredResponse) async {
    memory.keep(response)
    guard isWritable else { return }
    let now = wallClock.now()
    let usage = attempt { disk throws(CacheError) in
      try disk.store(response, now: now)
      return try disk.usage().byteCount
    }
    // Below the budget, so that the next response need not make room again.
    if let usage, usage > budget { await trim(to: budget - budget / 10) }
  }

  /// Notes that an origin has said that a response still holds.
  /// - Parameters:
  ///   - response: The response with what the origin has said of it.
  ///   - asked: The response as it was when the origin was asked about it.
  package func confirm(_ response: StoredResponse, asked: StoredResponse) {
    memory.keep(response)
    guard isWritable else { return }
    let now = wallClock.now()
    _ = attempt { disk throws(CacheError) in
      try disk.confirm(response, asked: asked, now: now)
    }
  }

  /// Forgets a response that must not be kept any more.
  package func remove(_ key: CacheKey) {
    memory.remove(key)
    guard isWritable else { return }
    _ = attempt { disk throws(CacheError) in try disk.remove(key) }
  }
}

extension ResponseCache {
  /// Does something on disk, and bears what the disk does.
  func attempt<Result>(
    _ body: (ResponseDisk) throws(CacheError) -> Result
  ) -> Result? {
    ThreadSignals.block()
    open()
    if disk?.isInPlace == false, isWritable { begin(anewAfter: .unusable(errno: 2)) }
    do throws(CacheError) {
      return try disk.map { disk throws(CacheError) in try body(disk) }
    } catch {
      recover(from: error)
      return nil
    }
  }

  private func open() {
    guard !isOpened else { return }
    isOpened = true
    guard let folder else { return }
    do throws(CacheError) {
      let disk = try ResponseDisk.open(folder, budget: budget)
      incoming.withLock { $0 = disk.files.incoming }
      self.disk = disk
      if disk.hasBegunAnew { lostDatabases += 1 }
      if let errno = disk.files.database.writingFault { end(because: .unusable(errno: errno)) }
    } catch {
      end(because: error)
    }
  }

  /// Begins anew where the folder has gone or the database is damaged; ends the writing to the disk
  /// where that would not help, and all use of it where SQLite refuses what it is asked.
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
    let notice = CacheNotice(fault)
    self.notice = notice
    onNotice(notice)
  }
}
