package import Base
internal import Glibc

/// Keeps what the files of photos say of them, so that no file is read twice, and lists of servers' objects
/// (`listing`).
///
///     let records = await index.records(of: names, in: folder)
///     await index.keep(read, in: folder)
///
/// It runs on a thread of its own. The folder is opened on first use. Where the disk is full, read-only, on
/// another machine or another user's, or a newer program has written the index, it goes on in memory with
/// one notice; only an index that is damaged is deleted. What is not kept, because another program had the
/// index for too long, is read from the photos again.
package actor PhotoIndex {
  /// The greatest size on disk where nothing else is said, in bytes: some eight million photos, or a list of ten
  /// million objects while it is listed again.
  package static let standardBudget = 1_000_000_000
  /// The name of its file.
  static let fileName = "photos.sqlite"
  /// How many records are kept at once: as many as take a few milliseconds.
  private static let keptAtOnce = 256

  private let folder: String?
  let budget: Int
  let wallClock: WallClock
  private let onNotice: @Sendable (IndexNotice) -> Void
  private let executor = WorkExecutor(label: "index")

  private var database: IndexDatabase?
  private var file: DatabaseFile?
  /// The file that was opened: SQLite would go on with one that has lost its name.
  private var identity: UInt64?
  private var isOpened = false
  private(set) var notice: IndexNotice?
  /// How many databases could not be read and have been removed, that no verification has told of.
  var lostDatabases = 0

  /// Makes an index that opens its folder later.
  /// - Parameters:
  ///   - folder: An absolute path; nil to keep everything in memory.
  ///   - budget: The greatest size on disk, in bytes.
  ///   - wallClock: The clock of dates.
  ///   - onNotice: Told once at most, on the index's own thread, when nothing is kept on disk any more.
  package init(
    folder: String?, budget: Int = standardBudget, wallClock: WallClock = .system,
    onNotice: @escaping @Sendable (IndexNotice) -> Void = { _ in }
  ) {
    self.folder = folder
    self.budget = budget
    self.wallClock = wallClock
    self.onNotice = onNotice
  }

  /// The index's own thread, which may block.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// What is known of files, whatever version of them is there now.
  /// - Parameters:
  ///   - names: The names of files in one folder; where there are many, all that is known of the folder is
  ///     read at once, a hundred thousand in some 70 ms.
  ///   - folder: The absolute path of the folder.
  /// - Returns: What is known of each, in their order.
  package func records(of names: [ByteString], in folder: ByteString) -> [PhotoRecord?] {
    let now = wallClock.now()
    let found = attempt { database throws(CacheError) in
      try database.records(of: names, in: folder, now: now)
    }
    return found ?? Array(repeating: nil, count: names.count)
  }

  /// Keeps what was read of files of one folder, and makes room for it; others are served in between.
  /// - Parameters:
  ///   - records: The names of the files, and what they say.
  ///   - folder: The absolute path of the folder.
  package func keep(
    _ records: [(name: ByteString, record: PhotoRecord)], in folder: ByteString
  ) async {
    await keep(records.count) { database, places, now throws(CacheError) in
      try database.keep(Array(records[places]), in: folder, now: now)
    }
  }

  /// Keeps so many rows, some hundred at a time.
  func keep(
    _ count: Int,
    _ body: (IndexDatabase, _ places: Range<Int>, _ now: Int) throws(CacheError) -> Void
  ) async {
    let now = wallClock.now()
    for start in stride(from: 0, to: count, by: Self.keptAtOnce) {
      let places = start..<min(start + Self.keptAtOnce, count)
      let used = attempt { database throws(CacheError) in
        try body(database, places, now)
        return try database.usedByteCount()
      }
      // Below the budget, so that the next ones need not make room again.
      if let used, used > budget { await trim(to: budget - budget / 10) }
      await Task.yield()
    }
  }
}

extension PhotoIndex {
  /// Does something with the database, and bears what the disk does.
  func attempt<Result>(
    _ body: (IndexDatabase) throws(CacheError) -> Result
  ) -> Result? {
    ThreadSignals.block()
    open()
    if let file, file.identity != identity { begin(anewAfter: .unusable(errno: ENOENT)) }
    do throws(CacheError) {
      return try database.map { database throws(CacheError) in try body(database) }
    } catch {
      recover(from: error)
      return nil
    }
  }

  private func open() {
    guard !isOpened else { return }
    isOpened = true
    guard let folder else { return goOnInMemory() }
    do throws(CacheError) {
      let file = try DatabaseFile(Self.fileName, in: folder)
      if let errno = file.writingFault { throw .unusable(errno: errno) }
      guard !file.isRemote else { throw .unusable(errno: EREMOTE) }
      database = try database(in: file)
      identity = file.identity
      self.file = file
    } catch {
      end(because: error)
    }
  }

  private func database(in file: DatabaseFile) throws(CacheError) -> IndexDatabase {
    file.make()
    do throws(CacheError) {
      return try IndexDatabase(path: file.path)
    } catch .damaged {
      file.remove()
      lostDatabases += 1
      file.make()
      return try IndexDatabase(path: file.path)
    }
  }

  /// Begins anew where the folder has gone or the index is damaged; goes on in memory where that would not
  /// help.
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
    goOnInMemory()
    guard notice == nil else { return }
    let notice = IndexNotice(fault)
    self.notice = notice
    onNotice(notice)
  }

  private func goOnInMemory() {
    database = try? IndexDatabase()
  }

  /// Whether what is kept outlives the program.
  var isOnDisk: Bool { file != nil }

  /// How many bytes its files take on disk.
  var diskByteCount: Int { file?.byteCount ?? 0 }
}
