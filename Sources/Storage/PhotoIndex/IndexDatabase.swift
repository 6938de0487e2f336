internal import Base
internal import Glibc

/// The database of the index, in a file shared by several programs, or in memory.
///
/// For one thread at a time. Every change is atomic, even if the program is killed, and takes a few
/// milliseconds. Power failure may lose the last ones, which are read from the photos again.
final class IndexDatabase {
  /// `used` is in seconds since 1970.
  typealias Folder = (id: Int64, path: [UInt8], used: Int)

  /// For more names, all rows between the first and the last are read instead of looking them up one
  /// by one.
  private static let mostLookups = 512
  private static let removedAtOnce = 512
  private static let tablesOfFiles = ["photo", "look", "description"]

  private let connection: SQLiteConnection
  private var statements: [String: SQLiteStatement] = [:]
  private let wallClock: WallClock

  /// In memory if `path` is nil.
  ///
  /// Throws `CacheError.unusable` with `EPROTO` for a file of a newer program, which is unchanged.
  init(path: String?, _ wallClock: WallClock) throws(CacheError) {
    let connection = try CacheError.attempt {
      try SQLiteConnection.open(path ?? ":memory:", patience: 2_000)
    }
    try CacheError.attempt {
      if path != nil {
        guard try connection.tableVersion() <= IndexTables.version else {
          throw CacheError.unusable(errno: EPROTO)
        }
        try connection.prepareForSharing()
      }
      try connection.makeTables(IndexTables.tables, version: IndexTables.version)
      // Other tables are found out before anything is written.
      _ = try connection.prepare(
        "SELECT 1 FROM photos, listing, listing_page, listing_objects, listing_folders")
    }
    self.connection = connection
    self.wallClock = wallClock
  }

  var now: Int { wallClock.now() }

  private func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try connection.prepare(sql)
    statements[sql] = statement
    return statement
  }

  func run(
    _ sql: String, _ values: [SQLiteValue] = [],
    forEach row: (borrowing SQLiteRow) -> Void = { _ in }
  ) throws(SQLiteError) {
    try statement(sql).run(values, forEach: row)
  }

  func first<Result>(
    _ sql: String, _ values: [SQLiteValue] = [], _ read: (borrowing SQLiteRow) -> Result
  ) throws(SQLiteError) -> Result? {
    try statement(sql).first(values, read)
  }

  func records(of names: [ByteString], in folder: ByteString) throws(SQLiteError) -> [PhotoRecord?]
  {
    guard let id = try number(of: folder) else { return names.map { _ in nil } }
    use(id)
    let words = try words()
    return try rows(of: names, in: id, "\(PhotoRecord.columns) FROM photo") {
      PhotoRecord($0, words)
    }
  }

  /// `places` are indices of names, sorted bytewise by name.
  func descriptions(
    of names: [ByteString], at places: ArraySlice<Int>, in folder: ByteString
  ) throws(SQLiteError) -> [(place: Int, description: PhotoDescription)] {
    guard let id = try number(of: folder) else { return [] }
    var found: [(place: Int, description: PhotoDescription)] = []
    let rows = "\(PhotoDescription.columns) FROM description"
    try forEachRow(of: names, at: places, in: id, rows) { row, places in
      let description = PhotoDescription(row)
      for place in places { found.append((place, description)) }
    }
    return found
  }

  /// Values read from the rows of files, in the order of `names`.
  private func rows<Value>(
    of names: [ByteString], in folder: Int64, _ columns: String,
    _ read: (borrowing SQLiteRow) -> Value?
  ) throws(SQLiteError) -> [Value?] {
    var values = [Value?](repeating: nil, count: names.count)
    let places = names.sortedPlaces[...]
    try forEachRow(of: names, at: places, in: folder, columns) { row, places in
      let value = read(row)
      for place in places { values[place] = value }
    }
    return values
  }

  /// The name is column 0, before `columns`, which are followed by their table.
  ///
  /// Rows and `places` are sorted bytewise by name, and merged.
  private func forEachRow(
    of names: [ByteString], at places: ArraySlice<Int>, in folder: Int64, _ columns: String,
    _ body: (borrowing SQLiteRow, ArraySlice<Int>) -> Void
  ) throws(SQLiteError) {
    let rows = "SELECT name, \(columns) WHERE folder = ? AND name"
    guard places.count > Self.mostLookups, let first = places.first, let last = places.last else {
      let one = try statement("\(rows) = ?")
      for place in places {
        _ = try one.first([.integer(folder), .blob(names[place].bytes)]) { body($0, [place]) }
      }
      return
    }
    var rest = places
    try run(
      "\(rows) BETWEEN ? AND ? ORDER BY name",
      [.integer(folder), .blob(names[first].bytes), .blob(names[last].bytes)]
    ) { row in
      let places = unsafe row.withBlob(0) { name in
        rest = rest.drop { unsafe names[$0].order(name) < 0 }
        return rest.prefix { unsafe names[$0].order(name) == 0 }
      }
      if let places, !places.isEmpty { body(row, places) }
    }
  }

  /// At most a few hundred records at a time, as other programs wait meanwhile.
  func keep(
    _ records: ArraySlice<(name: ByteString, record: PhotoRecord)>, in folder: ByteString
  ) throws(CacheError) {
    try write {
      let id = try number(of: folder) ?? add(folder)
      var numbers: [PhotoWords: Int64] = [:]
      let keepRecord = try statement(
        """
        INSERT OR REPLACE INTO photo (folder, name, \(PhotoRecord.columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
      let keepDescription = try statement(
        """
        INSERT OR REPLACE INTO description (folder, name, \(PhotoDescription.columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
      let removeDescription = try statement(
        "DELETE FROM description WHERE folder = ? AND name = ?")
      for (name, record) in records {
        let words = try record.words.map { try number(of: $0, &numbers) }
        let key: [SQLiteValue] = [.integer(id), .blob(name.bytes)]
        try keepRecord.run(key + record.values + [SQLiteValue(words)])
        if let description = record.description {
          try keepDescription.run(key + description.values)
        } else {
          try removeDescription.run(key)
        }
      }
    }
  }

  /// Removes some rows of the least recently used folder or listing; returns whether there may be
  /// more.
  func removeOldest(sparing listing: Int64? = nil) throws(CacheError) -> Bool {
    try write {
      if try removeAbandoned() { return true }
      let oldest = try first("SELECT id, used FROM folder ORDER BY used, id LIMIT 1") {
        ($0.integer(0) ?? 0, $0.integer(1) ?? 0)
      }
      if try removeListing(olderThan: oldest?.1, sparing: listing) { return true }
      guard let folder = oldest?.0 else {
        try run("DELETE FROM words WHERE NOT EXISTS (SELECT 1 FROM photo)")
        return false
      }
      var isEmpty = true
      for table in Self.tablesOfFiles {
        var count = 0
        try run(
          """
          DELETE FROM \(table) WHERE folder = ?1
          AND name IN (SELECT name FROM \(table) WHERE folder = ?1 LIMIT ?2) RETURNING 1
          """, [.integer(folder), .integer(Int64(Self.removedAtOnce))]
        ) { _ in count += 1 }
        isEmpty = isEmpty && count < Self.removedAtOnce
      }
      if isEmpty { try run("DELETE FROM folder WHERE id = ?", [.integer(folder)]) }
      return true
    }
  }

  func folders() throws(SQLiteError) -> [Folder] {
    var folders: [Folder] = []
    try run("SELECT id, path, used FROM folder ORDER BY id") { row in
      guard let id = row.integer(0) else { return }
      folders.append((id, row.blob(1) ?? [], Int(row.integer(2) ?? 0)))
    }
    return folders
  }

  func names(in folder: Int64) throws(SQLiteError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    try run(
      "SELECT name FROM photo WHERE folder = ?1 UNION SELECT name FROM look WHERE folder = ?1",
      [.integer(folder)]
    ) { names.append($0.blob(0) ?? []) }
    return names
  }

  func remove(_ names: [[UInt8]], from folder: Int64) throws(CacheError) {
    for start in stride(from: 0, to: names.count, by: Self.removedAtOnce) {
      try write {
        for name in names.dropFirst(start).prefix(Self.removedAtOnce) {
          for table in Self.tablesOfFiles {
            let row: [SQLiteValue] = [.integer(folder), .blob(name)]
            try run("DELETE FROM \(table) WHERE folder = ? AND name = ?", row)
          }
        }
      }
    }
  }

  func count() throws(SQLiteError) -> Int {
    let count = try first(
      """
      SELECT (SELECT count(*) FROM photo) + coalesce((SELECT sum(count) FROM listing_page), 0)
      """
    ) { $0.integer(0) ?? 0 }
    return Int(count ?? 0)
  }

  func usedByteCount() throws(SQLiteError) -> Int {
    let used = try first(
      """
      SELECT (SELECT page_count FROM pragma_page_count)
      - (SELECT freelist_count FROM pragma_freelist_count),
      (SELECT page_size FROM pragma_page_size)
      """
    ) { row in
      (row.integer(0) ?? 0).multipliedReportingOverflow(by: row.integer(1) ?? 0).partialValue
    }
    return Int(used ?? 0)
  }

  func isSound() throws(SQLiteError) -> Bool {
    try connection.prepare("PRAGMA quick_check(1)").first { $0.text(0) } == "ok"
  }

  func shrink() throws(SQLiteError) { try connection.shrink() }

  func looks(of names: [ByteString], in folder: ByteString) throws(SQLiteError) -> [PhotoLook?] {
    guard let id = try number(of: folder) else { return names.map { _ in nil } }
    return try rows(of: names, in: id, "\(PhotoLook.columns) FROM look") { PhotoLook($0) }
  }

  func keep(
    _ looks: ArraySlice<(name: ByteString, look: PhotoLook)>, in folder: ByteString
  ) throws(CacheError) {
    try write {
      let id = try number(of: folder) ?? add(folder)
      let keepLook = try statement(
        """
        INSERT INTO look (folder, name, \(PhotoLook.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (folder, name) DO UPDATE SET
        sharpness = coalesce(excluded.sharpness,
        CASE WHEN (bytes, modified, changed, inode)
        = (excluded.bytes, excluded.modified, excluded.changed, excluded.inode)
        THEN sharpness END),
        bytes = excluded.bytes, modified = excluded.modified, changed = excluded.changed,
        inode = excluded.inode, hash = excluded.hash, fields = excluded.fields
        """)
      for (name, look) in looks {
        try keepLook.run([.integer(id), .blob(name.bytes)] + look.values)
      }
    }
  }
}

extension ByteString {
  /// Compares bytewise, as SQLite does: negative, zero or positive.
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

extension [ByteString] {
  /// The indices, sorted bytewise by name.
  var sortedPlaces: [Int] { indices.sorted { self[$0].order(self[$1]) < 0 } }
}

extension IndexDatabase {
  private func number(of folder: ByteString) throws(SQLiteError) -> Int64? {
    try first("SELECT id FROM folder WHERE path = ?", [.blob(folder.bytes)]) { $0.integer(0) }
      ?? nil
  }

  /// Records that a folder is used, at most once a day; a failure is ignored.
  private func use(_ folder: Int64) {
    let used = try? first("SELECT used FROM folder WHERE id = ?", [.integer(folder)]) {
      $0.integer(0) ?? 0
    }
    guard let used, used < Int64(now) - 86_400 else { return }
    try? run("UPDATE folder SET used = ? WHERE id = ?", [.integer(Int64(now)), .integer(folder)])
  }

  private func add(_ folder: ByteString) throws -> Int64 {
    try run(
      "INSERT INTO folder (path, used) VALUES (?, ?)",
      [.blob(folder.bytes), .integer(Int64(now))])
    guard let id = try number(of: folder) else { throw CacheError.damaged }
    return id
  }

  private func words() throws(SQLiteError) -> [Int64: PhotoWords] {
    var words: [Int64: PhotoWords] = [:]
    try run("SELECT id, camera, lens, label FROM words") { row in
      guard let id = row.integer(0) else { return }
      words[id] = PhotoWords(camera: row.text(1), lens: row.text(2), label: row.text(3))
    }
    return words
  }

  private func number(of words: PhotoWords, _ known: inout [PhotoWords: Int64]) throws -> Int64 {
    if let number = known[words] { return number }
    let values = [words.camera, words.lens, words.label].map { SQLiteValue($0) }
    let find = "SELECT id FROM words WHERE camera IS ? AND lens IS ? AND label IS ?"
    let add = "INSERT INTO words (camera, lens, label) VALUES (?, ?, ?) RETURNING id"
    let found = try first(find, values) { $0.integer(0) } ?? nil
    let number = try found ?? first(add, values) { $0.integer(0) } ?? nil
    guard let number else { throw CacheError.damaged }
    known[words] = number
    return number
  }

  func write<Result>(_ body: () throws -> Result) throws(CacheError) -> Result {
    try CacheError.attempt { try connection.transaction(body) }
  }
}
