internal import CSQLite

/// A connection to a database in one file, for one thread at a time; every call may block.
@safe
struct SQLiteConnection: ~Copyable {
  private let connection: OpaquePointer

  private init(taking connection: OpaquePointer) {
    unsafe self.connection = connection
  }

  deinit {
    unsafe csqlite_close(connection)
  }

  /// Opens a file, and makes it where it is not there.
  ///
  /// Whatever the file holds is trusted as little as SQLite can: "Defense Against The Dark Arts" in its
  /// documentation. No link is followed.
  /// - Parameters:
  ///   - path: The file, which need not be a database; absolute and without links.
  ///   - patience: How long other programs are waited for, in milliseconds.
  ///   - access: What is to be done with it.
  /// - Returns: The connection, which has not looked at what is in the file.
  /// - Throws: `SQLiteError`; nothing is open.
  static func open(
    _ path: String, patience: Int32, for access: SQLiteAccess = .writing
  ) throws(SQLiteError) -> SQLiteConnection {
    let connection = try open(path, access)
    try connection.harden(patience: patience)
    return connection
  }

  private static func open(
    _ path: String, _ access: SQLiteAccess
  ) throws(SQLiteError) -> SQLiteConnection {
    guard csqlite_load() else { throw .missing }
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
  func execute(_ sql: String) throws(SQLiteError) {
    try check(unsafe csqlite_execute(connection, sql))
  }

  /// Prepares a statement, which may outlive the connection.
  func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    try check(unsafe csqlite_prepare(connection, sql, &statement))
    guard let statement = unsafe statement else {
      throw .failed(code: SQLITE_MISUSE, message: "not a statement")
    }
    return unsafe SQLiteStatement(taking: statement)
  }

  /// Does several things as one, and lets nobody else write meanwhile.
  /// - Throws: `SQLiteError`, or what the body threw; nothing has changed.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // After some failures SQLite has done so itself, and finds nothing to roll back.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw .failed(code: code, message: unsafe String(cString: csqlite_message(connection)))
  }
}
