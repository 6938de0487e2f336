internal import GRDB

/// The table of kept responses, in one file that several programs share.
///
/// For one thread at a time. Every change is whole or does not happen, even where the program is
/// killed in the middle of it. Power failure may lose the last ones: nothing waits for the disk.
struct ResponseDatabase {
  private let queue: DatabaseQueue

  /// Opens the file, and makes it where it is not there.
  /// - Throws: `CacheFault`; the file may have been made.
  init(path: String) throws(CacheFault) {
    queue = try Self.attempt {
      var configuration = Configuration()
      configuration.journalMode = .wal
      configuration.busyMode = .timeout(2)
      configuration.prepareDatabase { database in
        try database.execute(
          sql: "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304")
      }
      return try DatabaseQueue(path: path, configuration: configuration)
    }
    try makeTables()
  }

  /// Looks a row up by the digest of its key.
  func row(for digest: String) throws(CacheFault) -> ResponseRow? {
    try read { database in
      try database.cachedStatement(
        sql: "SELECT id, digest, record, body, file FROM response WHERE digest = ?")
    } arguments: {
      [digest]
    }
  }

  /// The row with the lowest number above another one, for walking over all of them.
  func row(after id: Int64) throws(CacheFault) -> ResponseRow? {
    try read { database in
      try database.cachedStatement(
        sql: "SELECT id, digest, record, body, file FROM response WHERE id > ? ORDER BY id LIMIT 1")
    } arguments: {
      [id]
    }
  }

  private func read(
    _ statement: (Database) throws -> Statement, arguments: () -> StatementArguments
  ) throws(CacheFault) -> ResponseRow? {
    try Self.attempt {
      try queue.inDatabase { database in
        try Row.fetchOne(statement(database), arguments: arguments()).map { row in
          ResponseRow(
            id: row[0], digest: row[1] ?? "", record: (row[2] as Blob?)?.bytes ?? [],
            body: (row[3] as Blob?)?.bytes, fileName: row[4] ?? "")
        }
      }
    }
  }

  /// Puts a row in the place of the one with its digest.
  /// - Parameters:
  ///   - row: What is written; its number does not count.
  ///   - byteCount: What the entry takes on disk, in bytes.
  ///   - now: The seconds since 1970.
  ///   - beforeCommit: Done within the transaction, which it can prevent.
  /// - Returns: The name of a file that is of no use any more.
  /// - Throws: `CacheFault`; nothing has changed.
  func replace(
    _ row: ResponseRow, byteCount: Int, now: Int,
    beforeCommit: () throws -> Void
  ) throws(CacheFault) -> String? {
    try Self.attempt {
      try write { database in
        let old = try Self.remove(row.digest, database)
        try database.cachedStatement(sql: Self.insertion).execute(arguments: [
          row.digest, Blob(bytes: row.record), row.body.map { Blob(bytes: $0) }, row.fileName,
          byteCount, now,
        ])
        try beforeCommit()
        return old
      }
    }
  }

  private static let insertion = """
    INSERT INTO response (digest, record, body, file, bytes, used)
    VALUES (?, ?, ?, ?, ?, ?)
    """

  /// Puts another record beside the body of a row, where the row is still the same.
  func confirm(_ id: Int64, record: [UInt8], now: Int) throws(CacheFault) {
    try Self.attempt {
      try write { database in
        try database.cachedStatement(sql: "UPDATE response SET record = ?, used = ? WHERE id = ?")
          .execute(arguments: [Blob(bytes: record), now, id])
      }
    }
  }

  /// Notes when rows were last used, in seconds since 1970.
  func touch(_ uses: [Int64: Int]) throws(CacheFault) {
    guard !uses.isEmpty else { return }
    try Self.attempt {
      try write { database in
        let statement = try database.cachedStatement(
          sql: "UPDATE response SET used = ?1 WHERE id = ?2 AND used < ?1")
        for (id, time) in uses { try statement.execute(arguments: [time, id]) }
      }
    }
  }

  /// Takes a row out, and tells the name of the file that goes with it.
  func remove(_ id: Int64) throws(CacheFault) -> String? {
    try Self.attempt {
      try write { database in
        try String.fetchOne(
          database, sql: "DELETE FROM response WHERE id = ? RETURNING file", arguments: [id])
      }
    }
  }

  /// Takes the least recently used rows out, and tells the names of their files.
  /// - Parameters:
  ///   - count: How many at most.
  ///   - byteCount: How many bytes are enough; no row goes beyond the one that reaches them.
  /// - Returns: The names of the files that go with the rows.
  /// - Throws: `CacheFault`; nothing has gone.
  func removeOldest(
    _ count: Int, untilGone byteCount: Int
  ) throws(CacheFault) -> [String] {
    try Self.attempt {
      try write { database in
        try String.fetchAll(
          database,
          sql: """
            WITH oldest AS (SELECT id, used, bytes FROM response ORDER BY used, id LIMIT ?),
            counted AS (SELECT id, sum(bytes) OVER (ORDER BY used, id) - bytes AS gone FROM oldest)
            DELETE FROM response WHERE id IN (SELECT id FROM counted WHERE gone < ?)
            RETURNING file
            """, arguments: [count, byteCount])
      }
    }
  }

  /// What is kept: the number of rows and their sizes in bytes.
  func usage() throws(CacheFault) -> (count: Int, byteCount: Int) {
    try Self.attempt {
      try queue.inDatabase { database in
        let row = try Row.fetchOne(
          database.cachedStatement(sql: "SELECT entries, bytes FROM total"))
        return (row?[0] ?? 0, row?[1] ?? 0)
      }
    }
  }

  /// The names of all files that rows name.
  func fileNames() throws(CacheFault) -> Set<String> {
    try Self.attempt {
      try queue.inDatabase { database in
        try String.fetchSet(database, sql: "SELECT file FROM response WHERE file <> ''")
      }
    }
  }

  /// Gives what is free in the file back to the disk.
  func shrink() throws(CacheFault) {
    try Self.attempt {
      try queue.inDatabase { database in
        try database.execute(sql: "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
  }
}

extension ResponseDatabase {
  func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try queue.inDatabase { database in
      var result: Result?
      try database.inTransaction(.immediate) {
        result = try body(database)
        return .commit
      }
      guard let result else { throw CacheFault.busy }
      return result
    }
  }

  private static func remove(_ digest: String, _ database: Database) throws -> String? {
    try String.fetchOne(
      database.cachedStatement(sql: "DELETE FROM response WHERE digest = ? RETURNING file"),
      arguments: [digest])
  }

  static func attempt<Result>(_ body: () throws -> Result) throws(CacheFault) -> Result {
    do {
      return try body()
    } catch {
      throw CacheFault(error)
    }
  }
}
