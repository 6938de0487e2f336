internal import Base
internal import Glibc

/// The tables of the index, in one file that several programs share, or in memory.
///
/// For one thread at a time. Every change is whole or does not happen, even where the program is
/// killed in the middle of it, and takes a few milliseconds. Power failure may lose the last ones: what
/// they said is read from the photos again.
final class IndexDatabase {
  /// How many rows are looked up one by one; where more are asked for, all of their folder are read.
  private static let mostLookups = 512
  /// How many rows go in one change.
  private static let removedAtOnce = 512

  private let connection: SQLiteConnection
  private let statements: IndexStatements
  let listings: ListingStatements

  /// Opens the file.
  /// - Throws: `CacheError`; `.unusable` with `EPROTO` where a newer program has written it, which has
  ///   not been touched.
  init(path: String) throws(CacheError) {
    let connection = try Self.attempt { try SQLiteConnection.open(path, patience: 2_000) }
    statements = try Self.attempt {
      guard try connection.tableVersion() <= IndexTables.version else {
        throw CacheError.unusable(errno: EPROTO)
      }
      try connection.prepareForSharing()
      try IndexTables.make(connection)
      return try IndexStatements.prepare(connection)
    }
    listings = try Self.attempt { try ListingStatements.prepare(connection) }
    self.connection = connection
  }

  /// Makes tables in memory, which go with this.
  /// - Throws: `CacheError`, where the system has no SQLite.
  init() throws(CacheError) {
    let connection = try Self.attempt { try SQLiteConnection.open(":memory:", patience: 0) }
    statements = try Self.attempt {
      try IndexTables.make(connection)
      return try IndexStatements.prepare(connection)
    }
    listings = try Self.attempt { try ListingStatements.prepare(connection) }
    self.connection = connection
  }

  /// The records of files of one folder, in their order; nil for files without one.
  func records(
    of names: [ByteString], in folder: ByteString, now: Int
  ) throws(CacheError) -> [PhotoRecord?] {
    try Self.attempt {
      guard let id = try number(of: folder) else {
        return Array(repeating: nil, count: names.count)
      }
      use(id, now: now)
      let words = try words()
      return try rows(of: names, in: id, one: statements.photo, all: statements.photos) {
        PhotoRecord($0, words)
      }
    }
  }

  /// What is read from the rows of files, which begin with the name, in the order of `names`.
  ///
  /// The rows of a folder come in the order of their names, byte by byte, in which both are walked through together.
  private func rows<Value>(
    of names: [ByteString], in folder: Int64, one: borrowing SQLiteStatement,
    all: borrowing SQLiteStatement, _ read: (borrowing SQLiteRow) -> Value?
  ) throws -> [Value?] {
    guard names.count > Self.mostLookups else {
      return try names.map { try one.first([.integer(folder), .blob($0.bytes)], read) ?? nil }
    }
    var rest = names.indices.sorted { names[$0].order(names[$1]) < 0 }[...]
    var values = [Value?](repeating: nil, count: names.count)
    try all.run([.integer(folder)]) { row in
      let places = unsafe row.withBlob(0) { name in
        rest = rest.drop { unsafe names[$0].order(name) < 0 }
        return rest.prefix { unsafe names[$0].order(name) == 0 }
      }
      guard let places, !places.isEmpty else { return }
      let value = read(row)
      for place in places { values[place] = value }
    }
    return values
  }

  /// Keeps what files of one folder say: a few hundred at a time, since others wait meanwhile.
  func keep(
    _ records: [(name: ByteString, record: PhotoRecord)], in folder: ByteString, now: Int
  ) throws(CacheError) {
    guard !records.isEmpty else { return }
    try write {
      let id = try number(of: folder) ?? add(folder, now: now)
      var numbers: [PhotoWords: Int64] = [:]
      for (name, record) in records {
        let words = try record.words.map { try number(of: $0, &numbers) }
        try statements.keep.run(
          [.integer(id), .blob(name.bytes)] + record.values + [SQLiteValue(words)])
      }
    }
  }

  /// Removes some rows of the folder or the listing that was not used for the longest time, and itself with its
  /// last.
  /// - Parameter listing: A listing that stays.
  /// - Returns: Whether there may be more.
  /// - Throws: `CacheError`.
  func removeOldest(sparing listing: Int64? = nil) throws(CacheError) -> Bool {
    try write {
      if try removeAbandoned() { return true }
      let oldest = try statements.oldestFolder.first { ($0.integer(0) ?? 0, $0.integer(1) ?? 0) }
      if try removeListing(olderThan: oldest?.1, sparing: listing) { return true }
      guard let folder = oldest?.0 else {
        try statements.removeUnusedWords.run()
        return false
      }
      var (count, lookCount) = (0, 0)
      let part: [SQLiteValue] = [.integer(folder), .integer(Int64(Self.removedAtOnce))]
      try statements.removeSome.run(part) { _ in count += 1 }
      try statements.removeSomeLooks.run(part) { _ in lookCount += 1 }
      if max(count, lookCount) < Self.removedAtOnce {
        try statements.removeFolder.run([.integer(folder)])
      }
      return true
    }
  }

  /// All folders: their numbers, paths, and when they were last used, in seconds since 1970.
  func folders() throws(CacheError) -> [(id: Int64, path: [UInt8], used: Int)] {
    try Self.attempt {
      var folders: [(id: Int64, path: [UInt8], used: Int)] = []
      try statements.folders.run { row in
        guard let id = row.integer(0) else { return }
        folders.append((id, row.blob(1) ?? [], Int(row.integer(2) ?? 0)))
      }
      return folders
    }
  }

  /// The names of all files of a folder.
  func names(in folder: Int64) throws(CacheError) -> [[UInt8]] {
    try Self.attempt {
      var names: [[UInt8]] = []
      try statements.names.run([.integer(folder)]) { row in names.append(row.blob(0) ?? []) }
      return names
    }
  }

  /// Removes files of a folder, a few hundred in each change.
  func remove(_ names: [[UInt8]], from folder: Int64) throws(CacheError) {
    for start in stride(from: 0, to: names.count, by: Self.removedAtOnce) {
      try write {
        for name in names.dropFirst(start).prefix(Self.removedAtOnce) {
          try statements.remove.run([.integer(folder), .blob(name)])
          try statements.removeLook.run([.integer(folder), .blob(name)])
        }
      }
    }
  }

  /// How many files are known, and objects of listings.
  func count() throws(CacheError) -> Int {
    try Self.attempt { Int(try statements.count.first { $0.integer(0) ?? 0 } ?? 0) }
  }

  /// How many bytes of the file are in use.
  func usedByteCount() throws(CacheError) -> Int {
    try Self.attempt {
      let used = try statements.pages.first { row in
        (row.integer(0) ?? 0).multipliedReportingOverflow(by: row.integer(1) ?? 0).partialValue
      }
      return Int(used ?? 0)
    }
  }

  /// Whether SQLite finds the file sound.
  func isSound() throws(CacheError) -> Bool {
    try Self.attempt {
      try connection.prepare("PRAGMA quick_check(1)").first { $0.text(0) } == "ok"
    }
  }

  /// Gives what is free in the file back to the disk.
  func shrink() throws(CacheError) {
    try Self.attempt { try connection.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)") }
  }
}

extension IndexDatabase {
  /// The perceptual hashes of files of one folder, in their order; nil for files without one.
  func looks(of names: [ByteString], in folder: ByteString) throws(CacheError) -> [PhotoLook?] {
    try Self.attempt {
      guard let id = try number(of: folder) else {
        return Array(repeating: nil, count: names.count)
      }
      return try rows(of: names, in: id, one: statements.look, all: statements.looks) {
        PhotoLook($0)
      }
    }
  }

  /// Keeps what files of one folder look like: a few hundred at a time, since others wait meanwhile.
  func keep(
    _ looks: ArraySlice<(name: ByteString, look: PhotoLook)>, in folder: ByteString, now: Int
  ) throws(CacheError) {
    guard !looks.isEmpty else { return }
    try write {
      let id = try number(of: folder) ?? add(folder, now: now)
      for (name, look) in looks {
        try statements.keepLook.run([.integer(id), .blob(name.bytes)] + look.values)
      }
    }
  }
}

extension ByteString {
  /// How a name stands to another one byte by byte, as SQLite orders them: below zero before it, zero where both are
  /// equal.
  fileprivate func order(_ other: UnsafeRawBufferPointer) -> Int {
    unsafe bytes.withUnsafeBytes { own in
      let count = min(own.count, other.count)
      guard count > 0, let start = own.baseAddress, let end = other.baseAddress else {
        return own.count - other.count
      }
      let order = unsafe memcmp(start, end, count)
      return order == 0 ? own.count - other.count : Int(order)
    }
  }

  fileprivate func order(_ other: ByteString) -> Int {
    unsafe other.bytes.withUnsafeBytes { unsafe order($0) }
  }
}

extension IndexDatabase {
  private func number(of folder: ByteString) throws -> Int64? {
    try statements.folder.first([.blob(folder.bytes)]) { $0.integer(0) } ?? nil
  }

  /// Records that a folder is used, at most once a day; a failure is ignored.
  private func use(_ folder: Int64, now: Int) {
    guard let used = try? statements.used.first([.integer(folder)], { $0.integer(0) ?? 0 }),
      used < Int64(now) - 86_400
    else { return }
    try? statements.useFolder.run([.integer(Int64(now)), .integer(folder)])
  }

  private func add(_ folder: ByteString, now: Int) throws -> Int64 {
    try statements.addFolder.run([.blob(folder.bytes), .integer(Int64(now))])
    guard let id = try number(of: folder) else { throw CacheError.damaged }
    return id
  }

  private func words() throws -> [Int64: PhotoWords] {
    var words: [Int64: PhotoWords] = [:]
    try statements.words.run { row in
      guard let id = row.integer(0) else { return }
      words[id] = PhotoWords(camera: row.text(1), lens: row.text(2), label: row.text(3))
    }
    return words
  }

  /// The number of words, which are added where they are new.
  private func number(of words: PhotoWords, _ known: inout [PhotoWords: Int64]) throws -> Int64 {
    if let number = known[words] { return number }
    let values = [words.camera, words.lens, words.label].map { SQLiteValue($0) }
    let found = try statements.findWords.first(values) { $0.integer(0) } ?? nil
    let number = try found ?? statements.addWords.first(values) { $0.integer(0) } ?? nil
    guard let number else { throw CacheError.damaged }
    known[words] = number
    return number
  }

  /// Changes all that a body says, or nothing.
  func write<Result>(_ body: () throws -> Result) throws(CacheError) -> Result {
    try Self.attempt { try connection.transaction(body) }
  }

  /// Does something that SQLite may fail at.
  static func attempt<Result: ~Copyable>(
    _ body: () throws -> Result
  ) throws(CacheError) -> Result {
    do {
      return try body()
    } catch {
      throw CacheError(error)
    }
  }
}
