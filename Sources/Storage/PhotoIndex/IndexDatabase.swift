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

  /// What is known of files of one folder, in their order; nil for those of which nothing is.
  func records(
    of names: FileNames, in folder: ByteString, now: Int
  ) throws(CacheError) -> [PhotoRecord?] {
    try Self.attempt {
      guard let id = try number(of: folder) else {
        return Array(repeating: nil, count: names.count)
      }
      use(id, now: now)
      var words = WordTable(try texts())
      return names.count > Self.mostLookups
        ? try all(names, in: id, &words) : try single(names, in: id, &words)
    }
  }

  private func single(
    _ names: FileNames, in folder: Int64, _ words: inout WordTable
  ) throws -> [PhotoRecord?] {
    try (0..<names.count).map { place in
      let name = names[place].bytes
      return try statements.photo.first([.integer(folder), .blob(name)]) { row in
        Self.record(in: row, &words)
      } ?? nil
    }
  }

  private func all(
    _ names: FileNames, in folder: Int64, _ words: inout WordTable
  ) throws -> [PhotoRecord?] {
    var (places, foundCount) = (NamePlaces(names), 0)
    var records = [PhotoRecord?](repeating: nil, count: names.count)
    try statements.photos.run([.integer(folder)]) { row in
      guard let place = unsafe row.withBlob(1, { unsafe places.place(of: $0) }) ?? nil else {
        return
      }
      records[place] = Self.record(in: row, &words)
      foundCount += 1
    }
    guard foundCount < names.count else { return records }
    let repeated = places.repeated
    for (place, first) in repeated where records[first] == nil { records[first] = records[place] }
    for (place, first) in repeated { records[place] = records[first] }
    return records
  }

  /// What a row says that begins with a record; nil where that means nothing.
  private static func record(
    in row: borrowing SQLiteRow, _ words: inout WordTable
  ) -> PhotoRecord? {
    unsafe row.withBlob(0) { unsafe PackedRecord.record($0.bytes, words: &words) } ?? nil
  }

  /// Keeps what files of one folder say: a few hundred at a time, since others wait meanwhile.
  func keep(
    _ records: [(name: ByteString, record: PhotoRecord)], in folder: ByteString, now: Int
  ) throws(CacheError) {
    guard !records.isEmpty else { return }
    try write {
      let id = try number(of: folder) ?? add(folder, now: now)
      var numbers: [String: Int64] = [:]
      for (name, record) in records {
        let words = record.words
        let (camera, lens, label) = (
          try number(of: words?.camera, &numbers), try number(of: words?.lens, &numbers),
          try number(of: words?.label, &numbers)
        )
        let bytes = PackedRecord.bytes(of: record, words: (camera, lens, label))
        try statements.keep.run([.integer(id), .blob(name.bytes), .blob(bytes)])
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
  /// What files of one folder look like, in their order; nil for those of which that is not known.
  func looks(of names: FileNames, in folder: ByteString) throws(CacheError) -> [PhotoLook?] {
    try Self.attempt {
      var looks = [PhotoLook?](repeating: nil, count: names.count)
      guard let id = try number(of: folder) else { return looks }
      guard names.count > Self.mostLookups else {
        for place in looks.indices {
          looks[place] =
            try statements.look.first([.integer(id), .blob(names[place].bytes)]) { row in
              PhotoLook(row)
            } ?? nil
        }
        return looks
      }
      var places = NamePlaces(names)
      try statements.looks.run([.integer(id)]) { row in
        guard let place = unsafe row.withBlob(0, { unsafe places.place(of: $0) }) ?? nil else {
          return
        }
        looks[place] = PhotoLook(row)
      }
      for (place, first) in places.repeated { looks[place] = looks[first] }
      return looks
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
        try statements.keepLook.run([.integer(id)] + look.values(named: name.bytes))
      }
    }
  }
}

extension IndexDatabase {
  private func number(of folder: ByteString) throws -> Int64? {
    try statements.folder.first([.blob(folder.bytes)]) { $0.integer(0) } ?? nil
  }

  /// Notes that a folder is used: once a day is often enough, and whoever is in the way may be.
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

  private func texts() throws -> [Int64: String] {
    var texts: [Int64: String] = [:]
    try statements.words.run { row in
      if let id = row.integer(0), let text = row.text(1) { texts[id] = text }
    }
    return texts
  }

  /// The number of a word, which is added where it is new.
  private func number(of word: String?, _ known: inout [String: Int64]) throws -> Int64? {
    guard let word else { return nil }
    if let number = known[word] { return number }
    let found = try statements.word.first([.text(word)]) { $0.integer(0) } ?? nil
    let number = try found ?? statements.addWord.first([.text(word)]) { $0.integer(0) } ?? nil
    known[word] = number
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
