internal import Base
internal import CSQLite
internal import Glibc

/// A connection to a database file, for one thread at a time; every call may block. The SQLite
/// library is loaded with the first one.
///
/// ```swift
/// let connection = try SQLiteConnection.open(path, patience: 2_000)
/// let names = try connection.prepare("SELECT name FROM photo WHERE rating >= ?")
/// try names.run([.integer(4)]) { row in print(row.text(0) ?? "") }
/// ```
@safe
package struct SQLiteConnection: ~Copyable {
  private let connection: OpaquePointer

  private init(taking connection: OpaquePointer) {
    unsafe self.connection = connection
  }

  deinit {
    unsafe csqlite_close(connection)
  }

  /// Opens a file, and creates it if it is missing.
  ///
  /// The content is untrusted: see "Defense Against The Dark Arts" in SQLite's documentation. It is
  /// not read yet. `path` must be absolute and without links, which are not followed. `patience` is
  /// the time to wait for other programs' locks, in milliseconds.
  package static func open(
    _ path: String, patience: Int32, for access: SQLiteAccess = .writing
  ) throws(SQLiteError) -> SQLiteConnection {
    guard loadLibrary() else { throw .missing }
    let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    var connection: OpaquePointer?
    let code = unsafe csqlite_open(access.name(of: path), flags, &connection)
    guard let connection = unsafe connection else {
      throw .failed(code: code, message: "out of memory")
    }
    let owner = unsafe SQLiteConnection(taking: connection)
    try owner.check(code)
    try owner.check(unsafe csqlite_busy_timeout(connection, patience))
    try owner.check(unsafe csqlite_configure(connection, SQLITE_DBCONFIG_DEFENSIVE, true))
    try owner.check(unsafe csqlite_configure(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, false))
    try owner.execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    return owner
  }

  /// Loads SQLite, false if it is not installed; thread-safe, blocks the first time.
  package static func loadLibrary() -> Bool { csqlite_load() }

  /// Runs statements and ignores their rows; those before a failed one remain in effect.
  package func execute(_ sql: String) throws(SQLiteError) {
    try check(unsafe csqlite_execute(connection, sql))
  }

  /// Prepares a statement, which may outlive the connection.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    try check(unsafe csqlite_prepare(connection, sql, &statement))
    guard let statement = unsafe statement else {
      throw .failed(code: SQLITE_MISUSE, message: "not a statement")
    }
    return unsafe SQLiteStatement(taking: statement)
  }

  /// Runs a body in a write transaction, which is rolled back if it throws.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Fails if SQLite has already rolled back.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw .failed(code: code, message: unsafe String(cString: csqlite_message(connection)))
  }

  /// Enables the write-ahead log, without waiting for the disk.
  ///
  /// Several programs can read while one writes. The last changes may be lost on power failure.
  /// Throws `SQLiteError`, or `CacheError.unusable` if the file system does not support it.
  package func prepareForSharing() throws {
    let mode = try prepare("PRAGMA journal_mode = WAL").first { $0.text(0) }
    guard mode == "wal" else { throw CacheError.unusable(errno: ENOTSUP) }
    try execute("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304")
  }

  package func shrink() throws(SQLiteError) {
    try execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Makes the tables, or replaces those of another version.
  ///
  /// Unless `replacesNewer`, throws `CacheError.unusable` with `EPROTO` for those of a newer
  /// program, which are unchanged.
  package func makeTables(_ tables: String, version: Int64, replacesNewer: Bool = false) throws {
    // Checked before the transaction, too, which takes the write lock.
    guard try tableVersion() != version else { return }
    try transaction {
      let found = try tableVersion()
      guard found <= version || replacesNewer else { throw CacheError.unusable(errno: EPROTO) }
      guard found != version else { return }
      try execute(tables)
      try execute("PRAGMA user_version = \(version)")
    }
  }

  /// The schema version that the creating program has set; zero if there is none.
  package func tableVersion() throws(SQLiteError) -> Int64 {
    try prepare("PRAGMA user_version").first { $0.integer(0) ?? 0 } ?? 0
  }
}

package enum SQLiteAccess: Sendable {
  case writing
  /// Read-only; other processes may write.
  case reading
  /// On read-only media, where SQLite cannot create its other files; without changes that are only
  /// in the journal.
  case readingImmutable

  var flags: Int32 {
    switch self {
    case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .reading: SQLITE_OPEN_READONLY
    case .readingImmutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }

  func name(of path: String) -> String {
    guard case .readingImmutable = self else { return path }
    var uri = Array("file:".utf8)
    PercentEncoding.append(path: Array(path.utf8), to: &uri)
    return String(decoding: uri, as: UTF8.self) + "?immutable=1"
  }
}
