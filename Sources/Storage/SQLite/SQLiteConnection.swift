internal import CSQLite

/// A connection to a database in one file, for one thread at a time; every call may block.
///
/// ```swift
/// let connection = try SQLiteConnection.open(path, patience: 2_000)
/// let names = try connection.prepare("SELECT name FROM photo WHERE rating >= ?")
/// try names.run([.integer(4)]) { row in print(row.text(0) ?? "") }
/// ```
///
/// SQLite itself is loaded when the first connection is opened.
@safe
package struct SQLiteConnection: ~Copyable {
  private let connection: OpaquePointer

  private init(taking connection: OpaquePointer) {
    unsafe self.connection = connection
  }

  deinit {
    unsafe csqlite_close(connection)
  }

  /// Opens a file, and creates it where it is missing.
  ///
  /// Whatever the file holds is trusted as little as SQLite can: "Defense Against The Dark Arts" in its
  /// documentation. No link is followed.
  /// - Parameters:
  ///   - path: The file, which need not be a database; absolute and without links.
  ///   - patience: How long other programs are waited for, in milliseconds.
  ///   - access: What it is opened for.
  /// - Returns: The connection, which has not looked at what is in the file.
  /// - Throws: `SQLiteError`; nothing is open.
  package static func open(
    _ path: String, patience: Int32, for access: SQLiteAccess = .writing
  ) throws(SQLiteError) -> SQLiteConnection {
    let connection = try open(path, access)
    try connection.harden(patience: patience)
    return connection
  }

  /// Loads SQLite for the life of the process, from any thread; blocks for a moment the first time.
  /// - Returns: Whether the system has it.
  package static func loadLibrary() -> Bool { csqlite_load() }

  private static func open(
    _ path: String, _ access: SQLiteAccess
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
    return owner
  }

  private func harden(patience: Int32) throws(SQLiteError) {
    try check(unsafe csqlite_busy_timeout(connection, patience))
    try check(unsafe csqlite_configure(connection, SQLITE_DBCONFIG_DEFENSIVE, true))
    try check(unsafe csqlite_configure(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, false))
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
  }

  /// Runs statements one after another, whose rows are of no interest.
  /// - Throws: `SQLiteError`; those before the one that failed have been run.
  package func execute(_ sql: String) throws(SQLiteError) {
    try check(unsafe csqlite_execute(connection, sql))
  }

  /// Prepares a statement, which may outlive the connection.
  /// - Throws: `SQLiteError`; nothing has changed.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    try check(unsafe csqlite_prepare(connection, sql, &statement))
    guard let statement = unsafe statement else {
      throw .failed(code: SQLITE_MISUSE, message: "not a statement")
    }
    return unsafe SQLiteStatement(taking: statement)
  }

  /// Runs a body in one transaction, in which nobody else can write.
  /// - Throws: `SQLiteError`, or what the body threw; nothing has changed.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // After some failures SQLite has rolled back by itself, and this fails.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw .failed(code: code, message: unsafe String(cString: csqlite_message(connection)))
  }
}

/// What a database is opened for.
package enum SQLiteAccess: Sendable {
  /// To read and write; a missing file is created.
  case writing
  /// To read only, while others may write.
  case reading
  /// To read a file that nobody can write, from a disk where SQLite cannot have its own files beside
  /// it. What is not in the file itself, but still in its journal, is left out.
  case readingImmutable

  var flags: Int32 {
    switch self {
    case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .reading: SQLITE_OPEN_READONLY
    case .readingImmutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }

  /// What SQLite calls a file.
  func name(of path: String) -> String {
    guard case .readingImmutable = self else { return path }
    let escaped = path.utf8.reduce(into: "") { text, byte in
      let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2F
      let digits = String(byte, radix: 16)
      text +=
        isPlain ? String(Unicode.Scalar(byte)) : digits.count == 2 ? "%\(digits)" : "%0\(digits)"
    }
    return "file:\(escaped)?immutable=1"
  }
}
